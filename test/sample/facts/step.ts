import { at, one, records } from '../read.ts'
import { type Facts, first, hasKeys, holds, holdsAll, isEmptyList, isFilledList, isObject, matches, where } from './fact.ts'

const guides = records('guide')
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
