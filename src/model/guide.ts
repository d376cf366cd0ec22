import { z } from 'zod'
import { commentSchema } from './comment.ts'
import { documentSchema, embedSchema, imageSchema, productSchema, videoSchema } from './media.ts'
import { isObject, lenient } from './lenient.ts'
import { bareText, bool, id, ifThere, int, intOrNull, langid, list, maybe, text, texts, timestamp, wholeList } from './php.ts'
import { person } from './user.ts'
import { isClear, isPublic } from './visibility.ts'

/** The number of tags shown per record, since each has its own pages. The most that a guide is known to have is some 20. */
export const MAX_TAGS = 200

/** A flag is a string in lists and an object in details (api-facts, Guide). */
export const flagSchema = z.union([
  bareText.transform((flagid) => ({ flagid, title: '', text: '', image: null })),
  z.looseObject({ flagid: text, title: text, text, image: maybe(z.union([bareText, imageSchema])) }),
])

/** True for a guide that was written as a part of others (api-facts, Guide). */
export const isPrerequisiteOnly = ({ flags }: { flags: readonly { flagid: string }[] }): boolean =>
  flags.some(({ flagid }) => flagid === 'GUIDE_PREREQ_ONLY')

/** Fields shared by list items, prerequisites and details. */
const guideHead = {
  guideid: id,
  title: text,
  type: text,
  category: text,
  subject: text,
  summary: text,
  difficulty: text,
  locale: langid,
  revisionid: int,
  modified_date: timestamp,
  prereq_modified_date: timestamp,
  time_required_max: int,
  url: text,
  public: lenient(isPublic, true, z.boolean(), (value) => (isClear(value) ? undefined : typeof value)),
  image: maybe(imageSchema),
  flags: list(flagSchema),
}

/** Guide summary, section 2.3. `tags` is absent if the list does not contain them, `[]` if it says there are none. */
export const guideSummarySchema = z.looseObject({
  ...guideHead,
  userid: int,
  username: text,
  isArchived: bool,
  tags: ifThere(texts),
})
export type GuideSummary = z.infer<typeof guideSummarySchema>

/** Prerequisite, section 2.4. */
export const prerequisiteSchema = z.looseObject(guideHead)
export type Prerequisite = z.infer<typeof prerequisiteSchema>

/** Line of a step, section 2.4. `level` is 0 to 2. */
export const lineSchema = z.looseObject({ text_raw: text, text_rendered: text, bullet: text, level: int })
export type Line = z.infer<typeof lineSchema>

/** Infers the type of media without a readable one from their data. */
function withType(media: unknown): unknown {
  if (!isObject(media) || (typeof media.type === 'string' && media.type)) return media
  const { data } = media
  const type = Array.isArray(data) ? 'image' : isObject(data) ? ('encodings' in data ? 'video' : 'embed') : ''
  return { ...media, type }
}

/** A step's media, by `type` (api-facts, Steps). Unknown types are kept and not shown. */
const mediaByType = z.union([
  z.looseObject({ type: z.literal('image'), data: z.preprocess((data) => (isObject(data) ? [data] : data), list(imageSchema)) }),
  z.looseObject({ type: z.literal('video'), data: videoSchema }),
  z.looseObject({ type: z.literal('embed'), data: embedSchema }),
  z.looseObject({ type: z.string().refine((type) => !['image', 'video', 'embed'].includes(type)), data: z.unknown() }),
])
export const stepMediaSchema = z.preprocess(withType, mediaByType)
export type StepMedia = z.infer<typeof stepMediaSchema>

/** Step, section 2.4. `orderby` is not unique if prerequisite steps are inlined; null if unreadable. */
export const stepSchema = z.looseObject({
  title: text,
  lines: list(lineSchema),
  guideid: int,
  stepid: int,
  orderby: intOrNull,
  media: maybe(stepMediaSchema),
  imageURL: text,
  comments: list(commentSchema),
})
export type Step = z.infer<typeof stepSchema>

/** Guide, section 2.4, with the additional fields of real services. `time_required_min`/`max` are seconds, 0 = none. */
export const guideSchema = z.looseObject({
  ...guideHead,
  langid,
  available_langids: list(langid),
  introduction_raw: text,
  introduction_rendered: text,
  conclusion_raw: text,
  conclusion_rendered: text,
  time_required: text,
  time_required_min: int,
  created_date: timestamp,
  published_date: timestamp,
  author: person,
  steps: wholeList(stepSchema),
  prerequisites: list(prerequisiteSchema),
  tools: list(productSchema),
  parts: list(productSchema),
  documents: list(documentSchema),
  comments: list(commentSchema),
  featured_document_embed_url: text,
  featured_document_thumbnail_url: text,
  featured_documentid: int,
  intro_video: maybe(z.union([z.looseObject({ data: videoSchema }).transform(({ data }) => data), videoSchema])),
  intro_video_url: text,
})
export type Guide = z.infer<typeof guideSchema>
