import { z } from 'zod'
import { commentSchema } from './comment.ts'
import { documentSchema, embedSchema, imageSchema, productSchema, videoSchema } from './media.ts'
import { bool, id, int, list, maybe, text, timestamp } from './php.ts'
import { userSchema } from './user.ts'
import { isPublic } from './visibility.ts'

/** A flag is a string in lists and an object in details (api-facts, Guide). */
export const flagSchema = z.union([
  z.string().transform((flagid) => ({ flagid, title: '', text: '' })),
  z.looseObject({ flagid: text, title: text, text }),
])

/** What list items, prerequisites and details share. */
const guideHead = {
  guideid: id,
  title: text,
  type: text,
  category: text,
  subject: text,
  summary: text,
  difficulty: text,
  locale: text,
  revisionid: int,
  modified_date: timestamp,
  prereq_modified_date: timestamp,
  time_required_max: int,
  url: text,
  public: z.preprocess(isPublic, z.boolean()),
  image: maybe(imageSchema),
  flags: list(flagSchema),
}

/** Guide summary, section 2.3. `tags` is absent where the list does not name them, `[]` where it says there are none. */
export const guideSummarySchema = z.looseObject({
  ...guideHead,
  userid: int,
  username: text,
  isArchived: bool,
  tags: list(text).optional(),
})
export type GuideSummary = z.infer<typeof guideSummarySchema>

/** Prerequisite, section 2.4. */
export const prerequisiteSchema = z.looseObject(guideHead)
export type Prerequisite = z.infer<typeof prerequisiteSchema>

/** Line of a step, section 2.4. `level` is 0 to 2. */
export const lineSchema = z.looseObject({ text_raw: text, text_rendered: text, bullet: text, level: int })
export type Line = z.infer<typeof lineSchema>

/** A step's media, by `type` (api-facts, Steps). Types that nobody foresaw are kept and shown as none. */
export const stepMediaSchema = z.union([
  z.looseObject({ type: z.literal('image'), data: list(imageSchema) }),
  z.looseObject({ type: z.literal('video'), data: videoSchema }),
  z.looseObject({ type: z.literal('embed'), data: embedSchema }),
  z.looseObject({ type: z.string().refine((type) => !['image', 'video', 'embed'].includes(type)), data: z.unknown() }),
])
export type StepMedia = z.infer<typeof stepMediaSchema>

/** Step, section 2.4. `orderby` is not unique when prerequisite steps are inlined. */
export const stepSchema = z.looseObject({
  title: text,
  lines: list(lineSchema),
  guideid: int,
  stepid: int,
  orderby: int,
  media: maybe(stepMediaSchema),
  comments: list(commentSchema),
})
export type Step = z.infer<typeof stepSchema>

/** Guide, section 2.4, with what real services send beyond it. `time_required_min`/`max` are seconds, 0 = none. */
export const guideSchema = z.looseObject({
  ...guideHead,
  langid: text,
  available_langids: list(text),
  introduction_raw: text,
  introduction_rendered: text,
  conclusion_raw: text,
  conclusion_rendered: text,
  time_required: text,
  time_required_min: int,
  created_date: timestamp,
  published_date: timestamp,
  author: maybe(userSchema),
  steps: list(stepSchema),
  prerequisites: list(prerequisiteSchema),
  tools: list(productSchema),
  parts: list(productSchema),
  documents: list(documentSchema),
  comments: list(commentSchema),
  featured_document_embed_url: text,
  featured_document_thumbnail_url: text,
  featured_documentid: int,
  intro_video: maybe(
    z.union([videoSchema, z.looseObject({ data: videoSchema }).transform(({ data }) => data), z.unknown().transform(() => null)]),
  ),
  intro_video_url: text,
})
export type Guide = z.infer<typeof guideSchema>
