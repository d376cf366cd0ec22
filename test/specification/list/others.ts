import { ADDRESS, BOOKKEEPING, CODE, ELSEWHERE, ID, PICTURE } from './reasons.ts'
import { all, at, type Field, not, type RecordRows, words } from './row.ts'

const OWN_SEARCH = not('the site has its own search')
const VIEWS = not('reading histories are private; only counts are copied, on request')
const refusal: Field = [not('errors are in the crawl’s report, not on a page'), CODE]

/** Answers that are no records: search, view history, the site, errors: parts 2.14, 2.15, 7. */
export const ANSWERS: RecordRows[] = [
  {
    parts: ['2.14'],
    name: 'Search response',
    crawled: not('search answers a query and is not content; its results are crawled'),
    stored: not('the replica builds its own index'),
    answered: '/search/kettle',
    page: '/search/',
    fields: {
      ...all('limit offset moreResults', OWN_SEARCH, CODE),
      results: [OWN_SEARCH, ELSEWHERE],
      ...all('search totalResults results.dataType', OWN_SEARCH, CODE),
      'results.display_title': [OWN_SEARCH, ELSEWHERE],
      'results.image': [OWN_SEARCH, PICTURE],
      'results.namespace': [OWN_SEARCH, CODE],
      ...all('results.summary results.text results.title', OWN_SEARCH, ELSEWHERE),
      'results.url': [OWN_SEARCH, CODE],
    },
  },
  {
    parts: ['2.15'],
    name: 'View history entry',
    crawled: '`--extra guide-views`, `--extra wiki-views`, with a token that may see them: as a count for each record',
    stored: not('people are not stored, only the length of each answer'),
    answered: not('a copy cannot say who read what'),
    page: '/',
    fields: {
      ...all('userid username', VIEWS, VIEWS),
      doc_type: [VIEWS, CODE],
      docid: [VIEWS, ID],
      date: [VIEWS, CODE],
    },
  },
  {
    parts: ['facts'],
    name: 'Site',
    crawled: '`/sites/info`, where the service has it',
    stored: ['site'],
    answered: '/sites/info',
    page: '/',
    fields: {
      name: [not('`title` is its name for people'), CODE],
      title: [at('.site-header'), CODE],
      domain: [at('.site-footer', 'text', '/about/'), CODE],
      logo: [not('the operator chooses the site’s design'), PICTURE],
      'guide-types': [at('.kicker', words('Mending circle'), '/guide/42/'), { filter: 'type' }],
      'object-names': [not('the interface has its own words, in the reader’s language'), CODE],
    },
  },
  {
    parts: ['7', 'facts'],
    name: 'Error',
    crawled: 'as the outcome of a request; see [report.md](report.md)',
    stored: not('an error is not content'),
    answered: not('it comes with an error status; see the rules of part 7'),
    page: '/',
    fields: { error: refusal, message: refusal, errors: refusal },
  },
]

const TALK = not('comments are not indexed')
const PEOPLE = not('people are found through their own page')

/** Teams, users and comments: parts 2.9, 2.10, 2.11. */
export const PEOPLE_ROWS: RecordRows[] = [
  {
    parts: ['2.9'],
    name: 'Team',
    crawled: '`/teams`, page by page',
    stored: ['teams'],
    answered: '/teams?limit=1',
    page: '/team/1/',
    fields: {
      teamid: [ADDRESS, ID],
      name: [at('h1'), 'title'],
      description: [at('.prose'), 'text'],
      image: [at('.team-picture', 'file'), PICTURE],
      ...all('latitude longitude', at('.person-header a'), CODE),
      member_count: [at('.key-facts', words('5 members')), CODE],
      owner: [at('.person-header a', words('/user/2/')), PEOPLE],
      reputation: [at('.key-facts', words('9,948')), CODE],
    },
  },
  {
    parts: ['2.10'],
    name: 'User',
    crawled: 'each user that a guide, a team, a wiki or a comment references',
    stored: ['user'],
    answered: '/users/1',
    page: '/user/1/',
    fields: {
      userid: [ADDRESS, ID],
      username: [at('h1'), 'title'],
      unique_username: [at('.key-facts'), PEOPLE],
      join_date: [at('.key-facts', 'date'), CODE],
      image: [at('.user-avatar', 'file'), PICTURE],
      reputation: [at('.key-facts', words('4,210')), CODE],
      url: [at('.site-footer'), CODE],
      teams: [at('.key-facts a', words('/team/2/')), ELSEWHERE],
      privileges: [at('.key-facts'), CODE],
    },
  },
  {
    parts: ['2.11'],
    name: 'Comment',
    crawled: '`/comments`, page by page, and with guides and steps',
    stored: ['comments', 'guide'],
    answered: '/guides/11?excludePrerequisiteSteps',
    within: 'comments',
    page: '/guide/11/',
    fields: {
      commentid: [at('.comment', words('comment-951')), ID],
      locale: [not('a comment is shown below the record that it is about, whatever its language'), CODE],
      context: [at('[aria-labelledby=comments]', words('Comments')), CODE],
      contextid: [not('a comment is shown below the record that it is about'), ID],
      parentid: [not('a reply is shown below its comment'), ID, '/comments?limit=200#'],
      author: [at('.comment'), PEOPLE],
      title: [not('no comment in the sample has one; shown above the text'), TALK],
      text_raw: [not('`text_rendered` is shown; the raw text is rendered if that is missing'), TALK],
      text_rendered: [at('.comment .prose'), TALK],
      rating: [not('0 in every known answer; shown if not'), CODE],
      date: [at('.comment', 'date'), CODE],
      modified_date: [at('.comment', 'date'), CODE, '/guides/11?excludePrerequisiteSteps#steps.comments'],
      status: [at('.comment', words('Resolved'), '/guide/13/'), CODE, '/guides/13'],
      replies: [at('.comment .comments'), TALK],
    },
  },
]

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
