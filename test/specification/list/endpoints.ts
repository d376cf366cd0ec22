import { at, type EndpointRow, not, reads, words } from './row.ts'

const PAGES = 'page by page'
const OWN_PAGES = 'as their own pages'
const BY_TAG = 'filter `tag`'
const BY_CATEGORY = 'filter `category`'
const SEARCH = 'the site’s own search'
const KETTLE = '/category/kettle-e9d28791/'
const GUIDE = '/guide/11/'
const QUERY = not('search answers a query and is not content')
const INDEX = not('the replica builds its own index')
const UNKNOWN = not('its shape is unknown')

/** Endpoints that read content: parts 4.2, 4.3, 4.4, 4.7, 4.8 and the facts. */
export const READS: EndpointRow[] = [
  ...reads('4.2', {
    '/tags': [PAGES, ['tags'], at('main', words('brakes'), '/tag/'), BY_TAG, '/tags'],
    '/guides/{guideid}/tags': [
      'if the list does not contain them',
      ['guide-tags'],
      at('.tags', 'text', '/guide/45/'),
      BY_TAG,
      '/guides/45/tags',
    ],
    '/wikis/{namespace}/{title}/tags': [
      'if the detail does not contain them',
      ['wiki-tags'],
      at('.tags', 'text', '/category/household-a1c6c97f/'),
      BY_TAG,
      '/wikis/CATEGORY/Household/tags',
    ],
  }),
  ...reads('4.3', {
    '/teams': [PAGES, ['teams'], at('.card-title', words('Electrics Bench'), '/team/'), OWN_PAGES, '/teams'],
    '/teams/{teamid}': ['once a team', ['team-members'], at('.card-title', 'text', '/team/1/'), OWN_PAGES, '/teams/1'],
  }),
  ...reads('4.4', {
    '/wikis/CATEGORY?display=hierarchy': [
      'once',
      ['hierarchy'],
      at('main', words('Household'), '/category/'),
      BY_CATEGORY,
      '/wikis/CATEGORY?display=hierarchy',
    ],
    '/wikis/{namespace}': [PAGES, ['wikis-ITEM'], at('.card-title', words('Kettle 1.7 L'), KETTLE), OWN_PAGES, '/wikis/ITEM'],
    '/wikis/{namespace}/{title}': [
      'once a wiki',
      ['wiki'],
      at('h1', words('Spudger'), '/item/spudger-dca02fc2/'),
      'title, text, facts',
      '/wikis/ITEM/Spudger',
    ],
  }),
  ...reads('4.7', {
    '/guides': [PAGES, ['guides'], at('.card-title', words('Bicycle V-Brake Pad Replacement'), '/user/1/'), OWN_PAGES, '/guides'],
    '/guides/featured': [PAGES, ['guides-featured'], at('#featured', words('Featured'), '/'), OWN_PAGES, '/guides/featured'],
    '/guides/{guideid}': [
      'once a guide',
      ['guide'],
      at('h1', words('Bicycle V-Brake Pad Replacement'), GUIDE),
      'title, text, steps',
      '/guides/11',
    ],
  }),
  ...reads('4.8', {
    '/media/images/{imageid/GUID}': [
      '`--extra image`',
      ['image'],
      at('.picture-facts', words('4:3'), GUIDE),
      not('it is a picture'),
      '/media/images/104',
    ],
    '/media/videos/{videoid/GUID}': [
      '`--extra video`',
      ['video'],
      at('.video', words('0:05'), '/guide/50/'),
      not('it is a film'),
      '/media/videos/41',
    ],
    '/search/{query}': [QUERY, INDEX, at('form', words('/search/'), '/'), SEARCH, '/search/kettle'],
  }),
  ...reads('facts', {
    '/categories': [
      'if the service has no other tree',
      ['categories'],
      at('main', words('Household'), '/category/'),
      BY_CATEGORY,
      '/categories',
    ],
    '/wikis/{ns}': [PAGES, ['wikis-ITEM'], at('.card-title', words('Kettle 1.7 L'), KETTLE), OWN_PAGES, '/wikis/ITEM'],
    '/sites/info': ['once', ['site'], at('.site-header', words('The Mendery'), '/'), not('it is on every page'), '/sites/info'],
    '/suggest/{q}': [QUERY, INDEX, not('the site has its own search'), SEARCH, '/suggest/kettle'],
    '/media/documents/{id}': [
      not('the records with a document have the same data'),
      ['guide', 'wiki'],
      at('.documents', words('Bench safety sheet'), KETTLE),
      'by its title',
      '/media/documents/11',
    ],
    '/wikis/maintenance/CATEGORY/{title}': [
      not('the detail of the category has its `maintenance_schedule`'),
      ['wiki'],
      at('[aria-labelledby=maintenance]', words('Brush out the hook race'), '/category/sewing-machine-12a193c2/'),
      'text',
      not('its shape is not known; `/wikis/CATEGORY/{title}` has the schedule'),
    ],
  }),
  ...['/stories', '/teams/{id}/repair_services'].flatMap((path) =>
    reads('facts', { [path]: [UNKNOWN, UNKNOWN, UNKNOWN, not('it has no page, so it is not indexed'), not('it was not crawled: 404')] }),
  ),
]

const UNSEARCHED = not('comments are not indexed')
const NO_PAGE = not('the same records in another order; each has a page')
const SAME = not('found through its own page')
const LISTED = not('the users that records name are requested one by one, and have pages')

const SEARCH_OF_PEOPLE = [
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
  ...['search', 'searchnames'].flatMap((search) =>
    reads('4.5', { [`/users/${search}/{search}`]: [...SEARCH_OF_PEOPLE, `/users/${search}/marit`] }),
  ),
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
    '/comments': [PAGES, ['comments'], at('.comment', words('Silicone ring 92 mm'), KETTLE), UNSEARCHED, '/comments'],
    '/comments/{commentid}': [
      not('`/comments` and the records have each whole'),
      ['comments'],
      at('.comment', words('comment-951'), GUIDE),
      UNSEARCHED,
      '/comments/951',
    ],
  }),
]
