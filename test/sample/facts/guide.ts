import { at, list, one, records } from '../read.ts'
import { type Facts, first, hasKeys, holds, holdsAll, isEmptyList, isFilledList, isObject, matches, where } from './fact.ts'

const guides = records('guide')
const listed = list('guides')
const listedOf = (guideid: unknown) => listed.find(({ value }) => one(value, 'guideid') === guideid)?.value
const MORE_KEYS =
  'subject summary title type category url langid available_langids time_required time_required_min time_required_max tools parts author ' +
  'comments created_date published_date modified_date prereq_modified_date public can_edit favorited completed featured_documentid ' +
  'intro_video intro_video_url patrol_threshold introduction_json guide_revisionid body_url_path'
const FLAGS =
  'GUIDE_PREREQ_ONLY GUIDE_STARRED GUIDE_USER_CONTRIBUTED GUIDE_FEATURED_STUDENT GUIDE_ARCHIVED GUIDE_IN_PROGRESS ' +
  'GUIDE_MISSING_IMAGES GUIDE_MISSING_STEPS NO_DETAILS INTRODUCTION_ISSUES'
const TYPES = ['replacement', 'installation', 'repair', 'disassembly', 'teardown', 'technique', 'maintenance', 'how-to']

function rarelySame(path: string): string | undefined {
  const differing = guides.filter(({ value }) => {
    const item = listedOf(one(value, 'guideid'))
    return item !== undefined && one(item, path) !== one(value, path)
  })
  return differing.length > guides.length / 2 ? differing.map(({ name }) => name).join(', ') : undefined
}

export const guideFacts: Facts = {
  'a detail has about 44 keys, not 14': () =>
    first(guides, (guide) => hasKeys(guide, MORE_KEYS) && Object.keys(guide as object).length >= 44),
  'time_required is text: an estimate': () => where(guides, 'time_required', matches(/^\d+ - \d+ minutes$/)),
  'time_required is text: no estimate': () => holds(guides, 'time_required', 'No estimate'),
  '_min and _max are seconds': () => holds(guides, 'time_required_max', 1800),
  '_min and _max are 0 for none': () =>
    first(guides, (guide) => one(guide, 'time_required_min') === 0 && one(guide, 'time_required_max') === 0),
  'flags in a detail are objects': () => where(guides, 'flags.*', (flag) => hasKeys(flag, 'flagid title text')),
  'a flag may have an image': () => where(guides, 'flags.*', (flag) => hasKeys(flag, 'image')),
  'flags in a list are strings': () => where(listed, 'flags.*', (flag) => flag === 'GUIDE_STARRED'),
  'every flag that was ever seen': () => holdsAll(guides, 'flags.*.flagid', FLAGS.split(' ')),
  'tools and parts have eight fields': () =>
    where(guides, 'tools.*', (tool) => hasKeys(tool, 'type quantity text notes url thumbnail isoptional featured')),
  'quantity is an integer': () => holds(guides, 'parts.*.quantity', 2),
  'quantity was formerly a string': () => holds(guides, 'parts.*.quantity', '4'),
  'notes are text': () => where(guides, 'tools.*.notes', matches(/./)),
  'notes are null': () => holds(guides, 'tools.*.notes', null),
  'the url of a tool may be relative': () => where(guides, 'tools.*.url', matches(/^\/Item\//)),
  'a thumbnail is a URL': () => where(guides, 'tools.*.thumbnail', matches(/^https:/)),
  'a thumbnail is null': () => holds(guides, 'tools.*.thumbnail', null),
  'a thumbnail is ""': () => holds(guides, 'tools.*.thumbnail', ''),
  'a tool may be optional, a part featured': () => holds(guides, 'tools.*.isoptional', true) && holds(guides, 'parts.*.featured', true),
  'documents of a guide': () =>
    where(guides, 'documents.*', (document) => hasKeys(document, 'documentid text url download_url icon extension')),
  'difficulty is a localised label': () => holds(records('guide', 'translation'), 'difficulty', 'Sehr einfach'),
  'difficulty may be null': () => holds(guides, 'difficulty', null),
  'difficulties beyond the specification': () => holdsAll(guides, 'difficulty', ['Difficult', 'Very difficult']),
  'introduction_* may be null': () =>
    first(guides, (guide) => one(guide, 'introduction_raw') === null && one(guide, 'introduction_rendered') === null),
  'all types, how-to among them': () => holdsAll(guides, 'type', TYPES),
  "a type of the site's own": () => holds(guides, 'type', 'mending circle'),
  'image is null for one guide in five': () =>
    guides.filter(({ value }) => one(value, 'image') === null).length >= guides.length / 6 ? holds(guides, 'image', null) : undefined,
  "a list's revisionid is not a detail's, for most guides": () => rarelySame('revisionid'),
  'guide_revisionid agrees': () =>
    first(guides, (guide) => one(guide, 'guide_revisionid') === one(listedOf(one(guide, 'guideid')), 'guide_revisionid')),
  'dates are floats': () => where(guides, 'modified_date', (date) => !Number.isInteger(date)),
  'a prerequisite can be fresher than its guide': () =>
    first(guides, (guide) => Number(one(guide, 'prereq_modified_date')) > Number(one(guide, 'modified_date'))),
  'prereq_modified_date may be false': () => holds(guides, 'prereq_modified_date', false),
  'prereq_modified_date may be 0': () => holds(guides, 'prereq_modified_date', 0),
  'list tags can be false': () => holds(listed, 'tags', false),
  'list tags can be missing': () => first(listed, (guide) => !hasKeys(guide, 'tags')),
  'an empty object can arrive as []: flags': () => where(guides, 'flags', isEmptyList),
  'an empty object can arrive as []: exif': () => where(records('image'), 'exif', isEmptyList),
  'an exif with something in it is an object': () => where(records('image'), 'exif', isObject),
  'an empty object can arrive as []: category_info': () => where(records('wiki'), 'category_info', isEmptyList),
  'an empty text can arrive as false': () => holds(listed, 'summary', false),
  'a summary can be empty': () => holds(listed, 'summary', ''),
}

const BULLETS = [
  ...['black', 'red', 'orange', 'yellow', 'light_blue', 'blue', 'green', 'violet'],
  ...['icon_note', 'icon_caution', 'icon_reminder'],
]
const guideOf = (guideid: unknown) => guides.find(({ value }) => one(value, 'guideid') === guideid)?.value
const prerequisiteOf = (guide: unknown) => guideOf(one(guide, 'prerequisites.0.guideid'))
const mediaOf = (type: string) => (media: unknown) => one(media, 'type') === type

export const stepFacts: Facts = {
  'prerequisites are two deep': () => first(guides, (guide) => prerequisiteOf(prerequisiteOf(guide)) !== undefined),
  'orderby is not unique once prerequisite steps are inlined: each keeps its own guideid': () =>
    first(guides, (guide) => one(guide, 'steps.0.orderby') === one(prerequisiteOf(guide), 'steps.0.orderby')),
  'each step is stored once, with its own guide': () => {
    const stepids = guides.flatMap(({ value }) => at(value, 'steps.*.stepid'))
    const own = guides.every(({ value }) => at(value, 'steps.*.guideid').every((guideid) => guideid === one(value, 'guideid')))
    return own && new Set(stepids).size === stepids.length ? 'all guides' : undefined
  },
  'eleven bullets': () => holdsAll(guides, 'steps.*.lines.*.bullet', BULLETS),
  'levels 0 to 2': () => holdsAll(guides, 'steps.*.lines.*.level', [0, 1, 2]),
  'lineid is null': () =>
    guides.every(({ value }) => at(value, 'steps.*.lines.*.lineid').every((id) => id === null)) ? 'all guides' : undefined,
  'most step titles are empty': () => {
    const titles = guides.flatMap(({ value }) => at(value, 'steps.*.title'))
    return titles.filter((title) => title === '').length > titles.length / 2 ? 'most guides' : undefined
  },
  'some step titles are not': () => where(guides, 'steps.*.title', matches(/./)),
  'a guide can have no steps': () => where(guides, 'steps', isEmptyList),
  'a step can have no lines': () => where(guides, 'steps.*.lines', isEmptyList),
  'media of type image: data is an array': () =>
    where(guides, 'steps.*.media', (media) => mediaOf('image')(media) && isFilledList(one(media, 'data'))),
  'up to three pictures in a step': () => where(guides, 'steps.*.media.data', (data) => Array.isArray(data) && data.length === 3),
  'media of type image: data can be []': () =>
    where(guides, 'steps.*.media', (media) => mediaOf('image')(media) && isEmptyList(one(media, 'data'))),
  'media of type video: data is an object, the poster at data.image.image': () =>
    where(
      guides,
      'steps.*.media',
      (media) => mediaOf('video')(media) && isObject(one(media, 'data.image.image')) && isFilledList(one(media, 'data.encodings')),
    ),
  'media of type embed: data is an object with html and its size': () =>
    where(
      guides,
      'steps.*.media',
      (media) => mediaOf('embed')(media) && hasKeys(one(media, 'data'), 'html url width height title provider_name'),
    ),
  'a step can have no media: null': () => holds(guides, 'steps.*.media', null),
  'a step can have no media: no key': () => where(guides, 'steps.*', (step) => !hasKeys(step, 'media')),
  'a line can have wiki text only': () =>
    where(guides, 'steps.*.lines.*', (line) => one(line, 'text_rendered') === '' && one(line, 'text_raw') !== ''),
}
