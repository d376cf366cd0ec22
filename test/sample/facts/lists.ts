import { at, list, one, records, texts } from '../read.ts'
import { type Facts, first, hasKeys, holds, isEmptyList, matches, where } from './fact.ts'

const guides = list('guides')
const details = records('guide')
const translations = records('guide', 'translation')
const comments = list('comments')

export const listFacts: Facts = {
  'a list is plain: its items and nothing else': () => first(list('tags'), (tag) => typeof tag === 'string'),
  '/guides lists only the default language: a guide of another one is in no list': () =>
    first(
      details,
      (guide) => one(guide, 'langid') === 'de' && !guides.some(({ value }) => one(value, 'guideid') === one(guide, 'guideid')),
    ),
  'the list of guides is sorted by guideid': () => inOrder(guides.map(({ value }) => Number(one(value, 'guideid')))),
  '/wikis/{ns} is ordered by title': () => inOrder(list('wikis-CATEGORY').map(({ value }) => String(one(value, 'title')))),
  'comments are ordered by commentid': () => inOrder(comments.map(({ value }) => Number(one(value, 'commentid')))),
  'a comment that was never edited has modified_date 0': () => holds(comments, 'modified_date', 0),
  'a comment that was edited': () => where(comments, 'modified_date', (date) => Number(date) > 0),
  'a comment can be resolved': () => holds(comments, 'status', 'resolved'),
  'a reply may lack replies': () => where(details, 'comments.*.replies.*', (reply) => !hasKeys(reply, 'replies')),
  'a reply has a reply': () => where(details, 'steps.*.comments.*.replies.*.replies', (replies) => !isEmptyList(replies)),
  "a comment's author can lack unique_username": () => holds(comments, 'author.unique_username', null),
  "a comment's author can lack join_date": () => holds(comments, 'author.join_date', null),
  "a comment's author can lack an image": () => holds(comments, 'author.image', null),
  'a default avatar has id -32': () => holds(records('user'), 'image.id', -32),
}

/** Behaviour (statuses, faulty answers, clamped limits) is shown by the tests of src/service; these are its preconditions. */
export const languageFacts: Facts = {
  'a private guide is listed for those who may see it': () => holds(guides, 'public', false) && holds(details, 'public', false),
  'a deleted guide leaves a gap': () =>
    first(guides, (guide) => one(guide, 'guideid') === 40 && !guides.some(({ value }) => one(value, 'guideid') === 41)),
  'a guide without translations: asked for German it answers in English': () =>
    where(details, 'available_langids', (langs) => String(langs) === 'en'),
  'a translation says its language twice': () =>
    first(translations, (guide) => one(guide, 'langid') === 'de' && one(guide, 'locale') === 'de'),
  'revisionid 0 is an unapproved translation': () => holds(translations, 'revisionid', 0),
  'Japanese can be jp': () => where(details, 'available_langids', (langs) => at(langs, '*').includes('jp')),
  'Japanese can be ja': () => where(details, 'available_langids', (langs) => at(langs, '*').includes('ja')),
  'wikis are translated too': () => holds(records('wiki', 'translation'), 'langid', 'ja'),
  'GET /sites/info': () => first(records('site'), (site) => hasKeys(site, 'name title domain logo guide-types object-names')),
}

function inOrder(values: (number | string)[]): string | undefined {
  const rising = values.every((value, index) => index === 0 || value > (values[index - 1] ?? value))
  return rising && values.length > 1 ? `${values.length} items` : undefined
}

const hostOf = (url: string): string => new URL(url).host
const images = details.flatMap(({ value }) => at(value, 'steps.*.media.data.*')).filter((image) => hasKeys(image, 'guid original'))
const share = images.filter((image) => hasKeys(image, 'huge')).length / images.length

export const mediaFacts: Facts = {
  'seven widths': () => where(details, 'image', (image) => hasKeys(image, 'mini thumbnail standard medium large huge original')),
  'extra variants': () => where(details, 'image', (image) => hasKeys(image, '140x105 200x150 440x330')),
  'huge exists for about half the images': () => (share > 0.25 && share < 0.75 ? `${Math.round(share * 100)} %` : undefined),
  'an original has no ending of a picture file': () => where(details, 'image.original', matches(/\.original$/)),
  'a team has no guid in its image': () =>
    where(list('teams'), 'image', (image) => hasKeys(image, 'id mini original') && !hasKeys(image, 'guid')),
  'the same image is used by many records': () =>
    details.filter(({ value }) => texts(value).some((text) => text === one(images[0], 'standard'))).length > 1
      ? texts(images[0])[0]
      : undefined,
  'images lie on another host than the API': () =>
    where(details, 'image.standard', (url) => hostOf(String(url)) === 'media.mendery.example'),
  'documents lie on another host than the API': () =>
    where(details, 'documents.*.download_url', (url) => hostOf(String(url)) === 'docs.mendery.example'),
  'thumbnails of products lie on another host than the API': () =>
    where(details, 'tools.*.thumbnail', (url) => typeof url === 'string' && url !== '' && hostOf(url) === 'media.mendery.example'),
  'a detail of a picture': () => first(records('image'), (image) => hasKeys(image, 'image srcid width height ratio markup exif')),
  'a detail of a video': () =>
    first(records('video'), (video) => hasKeys(video, 'videoid filename duration width height srcid image encodings meta')),
  'pictures of other shapes than four to three': () => where(records('image'), 'ratio', (ratio) => ratio === 'VARIABLE'),
}

const pages = [...records('guide'), ...records('guide', 'translation'), ...records('wiki')]
const html = (pattern: RegExp) => () => first(pages, (page) => texts(page).some((text) => pattern.test(text)))
const link = (href: string) => html(new RegExp(`<a [^>]*href="${href}"`))

export const htmlFacts: Facts = {
  'YouTube as a div with unquoted and single-quoted attributes': html(
    /<div videoid=\w{11} class='youtube-player' src="[^"]+" style='background-image:url\("[^"]+"\)' width=\d+/,
  ),
  'YouTube as lite-youtube': html(/<lite-youtube videoid="[\w-]{11}"/),
  'an iframe': html(/<iframe [^>]*src="https:\/\/player\.vimeo\.com/),
  'onclick on images': html(/<img [^>]*onclick="window\.open\('https:/),
  'wbr inside words': html(/\w<wbr \/>-?\w/),
  ins: html(/<ins>/),
  'heading self-links': html(/<h2 id="Section_(\w+)">[^<]+<a [^>]*href="#Section_\1"/),
  '.table-container': html(/<div class="table-container"><table/),
  'blockquote.featured': html(/<blockquote class="featured">/),
  'imageBox blocks': html(/<div class="imageBox[ "]/),
  'inline SVG icons': html(/<svg class="icon[^>]*><path/),
  'a literal [invalid guide link]': html(/\[invalid guide link\]/),
  '/Guide/Some+Title/123': link('/Guide/How\\+to\\+Descale\\+a\\+Kettle/5'),
  '/Guide/-/123': link('/Guide/-/\\d+'),
  '/Teardown/… with page number and step anchor': link('/Teardown/[^/]+/24/1#s2403'),
  '/Device/Title': link('/Device/Rim\\+Brake'),
  '/Device/Title with underscores': link('/Device/Disc_Brake'),
  '/Topic/Title': link('/Topic/\\w+'),
  '/Item/…': link('/Item/Brake_Pad'),
  '/Info/…': link('/Info/About'),
  '/Wiki/…': link('/Wiki/\\w+'),
  '/Wiki/… to a section': link('/Wiki/Repair\\+Glossary#Section_Earth'),
  '/User/ID/name': link('https://mendery\\.example/User/2/Tobias\\+Okafor'),
  '/Team/ID/name': link('/Team/1/Electrics\\+Bench'),
  '/Tags/x': link('/Tags/heating'),
  '/Document/{guid}/{file}.pdf': link('/Document/\\w+/[\\w-]+\\.pdf'),
  'localised /Anleitung/': link('/Anleitung/[^"]+/18'),
  'localised /Tutoriel/': link('/Tutoriel/[^"]+/50'),
  'localised /Guía/': link('/Gu%C3%ADa/[^"]+/50'),
  'absolute links to the same host': link('https://mendery\\.example/Guide/[^"]+'),
  'absolute links with http': link('http://mendery\\.example/Guide/[^"]+'),
  'links to records that do not exist': link('/Guide/Kettle\\+of\\+Tomorrow/41'),
  'foreign links': link('https://www\\.example\\.org/[^"]+'),
  'what an intruder leaves: script': html(/<script>/),
  'what an intruder leaves: handlers': html(/ onerror=/),
  'what an intruder leaves: javascript:': html(/href="javascript:/),
  'what an intruder leaves: style that covers the page': html(/style="position:fixed/),
  'what an intruder leaves: forms': html(/<form action="https:\/\/phish/),
  'what an intruder leaves: foreign frames': html(/<iframe src="https:\/\/evil/),
}
