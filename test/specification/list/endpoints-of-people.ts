import { at, not, reads, type EndpointRow, words } from './row.ts'

const UNSEARCHED = not('comments are not indexed')
const PAGES = 'page by page'
const GUIDE = '/guide/11/'
const NO_PAGE = not('the same records in another order; each has a page')
const SAME = not('found through its own page')
const LISTED = not('the users that records name are requested one by one, and have pages')

const SEARCH = [
  not('it is a query, not content'),
  not('the replica searches its users'),
  not('the site’s search finds people'),
  'by name',
] as const

/** Endpoints that read of people and their talk: parts 4.5 and 4.6; those about the caller stand in extras.ts. */
export const READS_OF_PEOPLE: EndpointRow[] = [
  ...reads('4.5', {
    '/users': ['`--extra users`', ['users'], LISTED, LISTED, '/users'],
  }),
  ...['search', 'searchnames'].flatMap((search) => reads('4.5', { [`/users/${search}/{search}`]: [...SEARCH, `/users/${search}/marit`] })),
  ...reads('4.5', {
    '/users/{userid}': ['once a user', ['user'], at('h1', words('Marit Halvorsen'), '/user/1/'), 'name and about', '/users/1'],
    '/users/sso/{sso_userid}': [
      not('the same profile under another system’s id'),
      not('it would reveal the user’s identity on other sites'),
      NO_PAGE,
      SAME,
      not('the cache does not know these ids'),
    ],
    '/users/email/{email}': [
      not('the same profile under an e-mail address'),
      not('e-mail addresses are not stored'),
      NO_PAGE,
      SAME,
      not('the cache does not know these addresses'),
    ],
    '/users/{userid}/badges': [
      'once a user',
      ['user-badges'],
      at('.badges', 'text', '/user/1/'),
      not('badges are not part of a profile’s text'),
      '/users/1/badges',
    ],
    '/users/{userid}/guides': [
      '`--extra user-guides`; the list of guides names their authors',
      ['guides'],
      at('.card-title', words('Take Pictures That Help Someone Repair'), '/user/1/'),
      SAME,
      '/users/1/guides',
    ],
  }),
  ...reads('4.6', {
    '/comments': [PAGES, ['comments'], at('.comment', words('Silicone ring 92 mm'), '/category/kettle-e9d28791/'), UNSEARCHED, '/comments'],
    '/comments/{commentid}': [
      not('`/comments` and the records have each whole'),
      ['comments'],
      at('.comment', words('comment-951'), GUIDE),
      UNSEARCHED,
      '/comments/951',
    ],
  }),
]
