import { at, list, one, records } from '../read.ts'
import { type Facts, first, hasKeys, holds, isEmptyList, where } from './fact.ts'

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

/** What behaves (statuses, spoilt answers, clamped limits) is shown by the tests of src/service; here is what it needs. */
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
