import { ADDRESS, BOOKKEEPING, CODE, ID, PICTURE } from './reasons.ts'
import { all, at, type Field, not, type RecordRows, words } from './row.ts'

const SIZES = ['mini', 'thumbnail', 'standard', 'medium', 'large', 'huge', 'original', '140x105', '200x150', '440x330']
const WANTED = ['standard', 'medium', 'large']
const size = (name: string): [string, Field] => [
  name,
  WANTED.includes(name)
    ? [at('.guide-picture', 'file'), PICTURE]
    : [not('the site has the sizes chosen by `--sizes`, or the next one if one is missing'), PICTURE],
]
const META = `audio_bitrate_in_kbps audio_codec audio_sample_rate channels duration_in_ms file_size_in_bytes format
  frame_rate height width id md5_checksum state total_bitrate_in_kbps video_bitrate_in_kbps video_codec`.split(/\s+/)
const TECHNICAL = not('for players and archives; stored in the cache')

/** Images and videos: parts 2.2, 2.12, 2.13. */
export const MEDIA: RecordRows[] = [
  {
    parts: ['2.2'],
    name: 'Image object',
    crawled: 'with each record; files in the chosen sizes',
    stored: ['guide', 'wiki', 'user', 'teams'],
    answered: '/guides/11?excludePrerequisiteSteps',
    within: 'image',
    page: '/guide/11/',
    fields: {
      id: [ADDRESS, ID],
      guid: [not('the file is identified by its address'), ID],
      ...Object.fromEntries(SIZES.map(size)),
    },
  },
  {
    parts: ['2.12'],
    name: 'Image detail',
    crawled: '`--extra image`: each image that a record names',
    stored: ['image'],
    answered: '/media/images/104',
    page: '/guide/11/',
    fields: {
      image: [at('.picture-facts', 'file'), PICTURE],
      srcid: [not('it names the picture from which this one was cropped'), ID],
      ...all('width height', at('.picture-facts'), CODE),
      ratio: [at('.picture-facts', words('4:3')), CODE],
      markup: [not('the markers are drawn into the picture'), CODE],
      exif: [at('.picture-facts', 'text', '/guide/42/'), CODE, '/media/images/205'],
    },
  },
  {
    parts: ['2.13'],
    name: 'Video detail',
    crawled: 'with the step or guide that shows it; with `--extra video` also as a record of its own',
    stored: ['guide'],
    answered: '/guides/50?excludePrerequisiteSteps',
    within: 'intro_video',
    page: '/guide/50/',
    fields: {
      videoid: [ADDRESS, ID],
      filename: [not('the file name given by the author’s camera'), CODE],
      duration: [at('.video', words('0:05')), CODE],
      ...all('width height', at('.video video'), CODE),
      srcid: [BOOKKEEPING, ID],
      image: [at('.video', 'file'), PICTURE],
      ...all('image.exif image.height', TECHNICAL, CODE),
      'image.image': [at('.video', 'file'), PICTURE],
      ...all('image.markup image.ratio', TECHNICAL, CODE),
      'image.srcid': [TECHNICAL, ID],
      'image.width': [TECHNICAL, CODE],
      encodings: [at('.video', 'file'), PICTURE],
      'encodings.codecs': [TECHNICAL, CODE],
      'encodings.format': [at('.video figcaption', words('MP4')), CODE],
      ...all('encodings.height encodings.width', at('.video figcaption'), CODE),
      'encodings.mime': [at('.video source'), CODE],
      'encodings.url': [at('.video', 'file'), CODE],
      ...all('encodings.max_video_bitrate meta', TECHNICAL, CODE),
      ...all(META.map((name) => `meta.${name}`).join(' '), TECHNICAL, CODE),
    },
  },
]
