import { type ExtraKind, extraOf } from '../../../src/model/extras.ts'
import { at, type EndpointRow, not, reads, type WhyNot, words } from './row.ts'

const INNER = not('for the site’s administrators, not for readers')
const HISTORY = not('it is one person’s reading history')
const NO_PAGE = not('it has no page, so it is not indexed')
const MINE = not('about the current user; a copy has none')

/** Reads that `--extra` keeps as they come: by path, the names that it knows them by. */
const extra = (part: string, shown: WhyNot, paths: Record<string, ExtraKind[]>): EndpointRow[] =>
  Object.entries(paths).flatMap(([path, names]) => {
    const all = (before: string) => names.map((name) => `\`${before}${name}\``).join(', ')
    const isInternal = names.some((name) => extraOf(name).isInternal)
    const answered = `unmodified, if crawled${isInternal ? ', only with the token' : ''}; otherwise 404 with a message`
    return reads(part, { [path]: [all('--extra '), all(''), shown, NO_PAGE, answered] })
  })

/** Reads that no list leads to. */
const unled = (paths: Record<string, string>): EndpointRow[] =>
  Object.entries(paths).flatMap(([path, reason]) =>
    reads('4.9', { [path]: [not(reason), not(reason), INNER, NO_PAGE, not('it was not crawled: 404 with a message')] }),
  )

const ofCaller = (paths: string[]): EndpointRow[] =>
  paths.flatMap((path) => reads('4.5', { [path]: [MINE, MINE, MINE, MINE, not('a copy has no current user: 401')] }))

/** Reads about the caller, and those whose answers the specification does not show. */
export const EXTRAS: EndpointRow[] = [
  ...ofCaller(['/user', '/user/badges', '/user/favorites/guides', '/user/guides', '/user/flags', '/user/completions']),
  ...ofCaller(['/user/media/images', '/user/media/videos']),
  ...reads('4.5', {
    '/users/{userid}/favorites/guides': [
      '`--extra user-favorites`',
      ['user-favorites'],
      at('.guide-history', words('A favourite of 3 people'), '/guide/11/'),
      not('the number of favourites is not part of a guide’s text'),
      '/users/2/favorites/guides',
    ],
    '/users/{userid}/completions': [
      '`--extra user-completions`',
      ['user-completions'],
      at('.completions', words('Tobias Okafor'), '/guide/11/'),
      not('who completed a guide is not part of its text'),
      '/users/2/completions',
    ],
  }),
  ...reads('4.8', {
    '/user_view_history/user/{userid}': [HISTORY, HISTORY, HISTORY, NO_PAGE, not('a copy does not know what people have read')],
    '/user_view_history/{doc_type}/{docid}': [
      '`--extra guide-views`, `--extra wiki-views`, with a token that may see them',
      '`guide-views`, `wiki-views`: a count for each record, never people',
      not('a count says when it was taken more than it says of the guide'),
      NO_PAGE,
      not('a copy does not know who has read what'),
    ],
  }),
  ...reads('4.9', {
    '/guides/{guideid}/releases': [
      '`--extra guide-releases`, with a token that may see them',
      ['guide-releases'],
      at('.releases', words('2.0 · Longer pads'), '/guide/11/'),
      not('the name of a release is not part of the guide’s text'),
      '/guides/11/releases',
    ],
  }),
  ...extra(
    '4.9',
    not('it lists who may access a guide, not who contributed; its page names authors, commenters and those who completed it'),
    {
      '/guides/{guideid}/users': ['guide-users'],
      '/guides/{guideid}/teams': ['guide-teams'],
    },
  ),
  ...extra('4.9', not('each guide shows its own, from `/guides/{guideid}/releases`'), { '/guides/releases': ['releases'] }),
  ...extra('4.9', INNER, {
    '/external_training_modules/current': ['training-modules'],
    '/external_training_modules/:id/usage': ['training-module-usage'],
    '/external_training_modules/:id/player': ['training-module-player'],
    '/external_training_modules/:id/imports': ['training-module-imports'],
    '/guides/{guideid}/approvalProcesses': ['guide-approvals'],
    '/periodic_review': ['periodic-reviews'],
    '/periodic_review/{prsid}': ['periodic-review'],
    '/periodic_review/reviews/{userid}': ['user-reviews'],
    '/periodic_review/documents/{userid}': ['user-review-documents'],
    '/periodic_review/requests/{userid}': ['user-review-requests'],
    '/periodic_review/{doctype}/{docid}': ['guide-reviews', 'wiki-reviews'],
    '/quizzes/submissions/:sessionid': ['quiz-submission'],
    '/quizzes/sessions': ['quiz-sessions'],
    '/users/created_users': ['created-users'],
    '/work_log': ['work-log'],
    '/work_log/{entryid}': ['work-log-entry'],
    '/work_log/{guideid}/suspended': ['guide-suspended-work'],
  }),
  ...unled({
    '/external_training_modules/imports/:importid/progress': 'an import in progress is over by the time the copy is read',
    '/external_training_modules/imports/:importid/preview': 'an import in progress is over by the time the copy is read',
    '/periodic_review/search/{searchTerm}': 'it is a query, not content',
    '/quizzes/:quizid': 'no readable answer contains the ids of quizzes',
    '/users/employee_id/{employee_id}': 'the same profile under another system’s id, which no answer contains',
  }),
  ...reads('4.9', {
    '/wikis/{namespace}?display=titles': [
      '`--extra wiki-titles`; `/wikis/{namespace}` names the same',
      ['wikis-ITEM'],
      not('each title is a page’s title'),
      'as their own pages',
      '/wikis/ITEM?display=titles',
    ],
    '/wikis/CATEGORY/{title}/children': [
      '`--extra category-children`; the detail names the same',
      ['wiki'],
      at('.card-title', words('Kettle 1.7 L'), '/category/kettle-e9d28791/'),
      'as their own pages',
      '/wikis/CATEGORY/Kettle/children',
    ],
  }),
  ...extra('4.9', not('its shape is unknown'), {
    '/wikis/CATEGORY/{title}/identification': ['category-identification'],
    '/wikis/CATEGORY/{wikiid}/documents': ['category-documents'],
  }),
]
