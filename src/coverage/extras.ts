import { type EndpointRow, not, type WhyNot } from './row.ts'

const INNER = not('it is the business of those who run the site: nothing for a reader')
const NO_PAGE = not('what has no page is not searched')
const MINE = not('it is about the one who asks, and a copy is asked by nobody')

/** Reads that `--extra` keeps as they come. */
const extra = (part: string, shown: WhyNot, paths: string[]): EndpointRow[] =>
  paths.map((path) => ({
    part,
    endpoint: `GET ${path}`,
    crawled: '`--extra`',
    stored: 'the answer as it came',
    shown,
    searched: NO_PAGE,
    answered: 'as it came, once crawled; else a 404 that says so',
  }))

const ofCaller = (paths: string[]): EndpointRow[] =>
  paths.map((path) => ({
    part: '4.5',
    endpoint: `GET ${path}`,
    crawled: MINE,
    stored: MINE,
    shown: MINE,
    searched: MINE,
    answered: not('a copy has no current user: 401'),
  }))

/** Reads about the caller, and those whose answers the specification does not show. */
export const EXTRAS: EndpointRow[] = [
  ...ofCaller(['/user', '/user/badges', '/user/favorites/guides', '/user/guides', '/user/flags', '/user/completions']),
  ...ofCaller(['/user/media/images', '/user/media/videos']),
  ...extra('4.5', not('it says what a person likes and does, which a copy should not spread'), [
    '/users/{userid}/favorites/guides',
    '/users/{userid}/completions',
  ]),
  {
    part: '4.8',
    endpoint: 'GET /user_view_history/user/{userid}',
    crawled: not('it is what one person has read'),
    stored: not('it is what one person has read'),
    shown: not('it is what one person has read'),
    searched: NO_PAGE,
    answered: not('a copy does not know what people have read'),
  },
  {
    part: '4.8',
    endpoint: 'GET /user_view_history/{doc_type}/{docid}',
    crawled: '`--extra view-history`, with a token that may see it',
    stored: 'a count for each record, never people',
    shown: not('a count says when it was taken more than it says of the guide'),
    searched: NO_PAGE,
    answered: not('a copy does not know who has read what'),
  },
  ...extra('4.9', INNER, [
    '/external_training_modules/current',
    '/external_training_modules/:id/usage',
    '/external_training_modules/:id/player',
    '/external_training_modules/:id/imports',
    '/external_training_modules/imports/:importid/progress',
    '/external_training_modules/imports/:importid/preview',
    '/guides/{guideid}/users',
    '/guides/{guideid}/teams',
    '/guides/releases',
    '/guides/{guideid}/releases',
    '/guides/{guideid}/approvalProcesses',
    '/periodic_review',
    '/periodic_review/{prsid}',
    '/periodic_review/reviews/{userid}',
    '/periodic_review/documents/{userid}',
    '/periodic_review/search/{searchTerm}',
    '/periodic_review/requests/{userid}',
    '/periodic_review/{doctype}/{docid}',
    '/quizzes/:quizid',
    '/quizzes/submissions/:sessionid',
    '/quizzes/sessions',
    '/users/employee_id/{employee_id}',
    '/users/created_users',
    '/work_log',
    '/work_log/{entryid}',
    '/work_log/{guideid}/suspended',
  ]),
  {
    part: '4.9',
    endpoint: 'GET /wikis/{namespace}?display=titles',
    crawled: not('`/wikis/{namespace}` names the same titles'),
    stored: ['wikis-ITEM'],
    shown: not('each title is that of a page'),
    searched: 'as their own pages',
    answered: '/wikis/ITEM?display=titles',
  },
  {
    part: '4.9',
    endpoint: 'GET /wikis/CATEGORY/{title}/children',
    crawled: not('the detail names the same children'),
    stored: ['wiki'],
    shown: { at: '.card-title', look: { words: 'Kettle 1.7 L' }, page: '/category/kettle-e9d28791/' },
    searched: 'as their own pages',
    answered: '/wikis/CATEGORY/Kettle/children',
  },
  ...extra('4.9', not('its shape is not known'), ['/wikis/CATEGORY/{title}/identification', '/wikis/CATEGORY/{wikiid}/documents']),
]
