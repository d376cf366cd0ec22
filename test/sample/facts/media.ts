import { at, list, one, records, texts } from '../read.ts'
import { type Facts, first, hasKeys, matches, where } from './fact.ts'

const guides = records('guide')
const hostOf = (url: string): string => new URL(url).host
const images = guides.flatMap(({ value }) => at(value, 'steps.*.media.data.*')).filter((image) => hasKeys(image, 'guid original'))
const share = images.filter((image) => hasKeys(image, 'huge')).length / images.length

export const mediaFacts: Facts = {
  'seven widths': () => where(guides, 'image', (image) => hasKeys(image, 'mini thumbnail standard medium large huge original')),
  'extra variants': () => where(guides, 'image', (image) => hasKeys(image, '140x105 200x150 440x330')),
  'huge exists for about half the images': () => (share > 0.25 && share < 0.75 ? `${Math.round(share * 100)} %` : undefined),
  'an original has no ending of a picture file': () => where(guides, 'image.original', matches(/\.original$/)),
  'a team has no guid in its image': () =>
    where(list('teams'), 'image', (image) => hasKeys(image, 'id mini original') && !hasKeys(image, 'guid')),
  'the same image is used by many records': () =>
    guides.filter(({ value }) => texts(value).some((text) => text === one(images[0], 'standard'))).length > 1
      ? texts(images[0])[0]
      : undefined,
  'images lie on another host than the API': () =>
    where(guides, 'image.standard', (url) => hostOf(String(url)) === 'media.mendery.example'),
  'documents lie on another host than the API': () =>
    where(guides, 'documents.*.download_url', (url) => hostOf(String(url)) === 'docs.mendery.example'),
  'thumbnails of products lie on another host than the API': () =>
    where(guides, 'tools.*.thumbnail', (url) => typeof url === 'string' && url !== '' && hostOf(url) === 'media.mendery.example'),
  'a detail of a picture': () => first(records('image'), (image) => hasKeys(image, 'image srcid width height ratio markup exif')),
  'a detail of a video': () =>
    first(records('video'), (video) => hasKeys(video, 'videoid filename duration width height srcid image encodings meta')),
  'pictures of other shapes than four to three': () => where(records('image'), 'ratio', (ratio) => ratio === 'VARIABLE'),
}
