import { not, type ParameterRow } from './row.ts'

const PAGED = '200 at a time until a page is empty'
const WHOLE = not('the crawl reads whole lists')
const LATER = not('changes are found by comparing lists, which also shows deletions')
const QUESTION = not('search answers a query and is not content')
const MACHINE = not('only human translations are copied')
const VIEWS = not('the crawl stores a single total')
const HISTORY = not('a copy does not know who has read what, and a total has no dates: 404')
const UNPATROLLED: [ParameterRow['crawled'], ParameterRow['answered']] = [
  not('unreviewed edits are not for readers'),
  not('the cache holds only the patrolled version, which is the answer in both cases'),
]

/** Every query parameter, with what the replica answers to it: a request with its effect, or why not. */
const PARAMETERS: Record<string, [crawled: ParameterRow['crawled'], answered: ParameterRow['answered']]> = {
  'GET /tags ?offset': [PAGED, '/tags?offset=3'],
  'GET /tags ?limit': [PAGED, '/tags?limit=3'],
  'GET /tags ?order': [WHOLE, '/tags?order=DESC'],
  'GET /teams ?offset': [PAGED, '/teams?offset=1'],
  'GET /teams ?limit': [PAGED, '/teams?limit=1'],
  'GET /teams ?order': [WHOLE, '/teams?order=DESC'],
  'GET /teams ?newMemberSince': [WHOLE, '/teams?newMemberSince=1600000000'],
  'GET /teams/{teamid} ?order': [WHOLE, '/teams/1?order=DESC'],
  'PUT /teams/{teamid}/users/{userid} ?join_code': [not('it writes'), not('it writes: 405')],
  'GET /wikis/CATEGORY?display=hierarchy ?requireGuides': [WHOLE, '/wikis/CATEGORY?display=hierarchy&requireGuides=true'],
  'GET /wikis/CATEGORY?display=hierarchy ?includeStubs': [WHOLE, '/wikis/CATEGORY?display=hierarchy&includeStubs=true'],
  'GET /wikis/CATEGORY?display=hierarchy ?langid': ['`--lang`', '/wikis/CATEGORY?display=hierarchy&langid=de'],
  'GET /wikis/CATEGORY?display=hierarchy ?machineTranslateLangid': [MACHINE, not('a copy has no machine translation: 422')],
  'GET /wikis/{namespace} ?modifiedSince': [
    'to find changed wikis, if the list does not show it',
    '/wikis/CATEGORY?modifiedSince=1750000000',
  ],
  'GET /wikis/{namespace} ?offset': [PAGED, '/wikis/ITEM?offset=3'],
  'GET /wikis/{namespace} ?limit': [PAGED, '/wikis/ITEM?limit=3'],
  'GET /wikis/{namespace} ?langid': [not('translations are requested one by one'), '/wikis/ITEM?langid=de'],
  'GET /wikis/{namespace}/{title} ?unpatrolled': UNPATROLLED,
  'GET /wikis/{namespace}/{title} ?type': [not('JSON has everything'), '/wikis/CATEGORY/Kettle?type=XML'],
  'GET /wikis/{namespace}/{title} ?langid': ['`--lang`', '/wikis/CATEGORY/Kettle?langid=de'],
  'GET /guides ?guideids': [not('a guide’s detail has more'), '/guides?guideids=11,4'],
  'GET /guides ?filter': [WHOLE, '/guides?filter=teardown'],
  'GET /guides ?order': [WHOLE, '/guides?order=DESC'],
  'GET /guides ?offset': [PAGED, '/guides?offset=3'],
  'GET /guides ?limit': [PAGED, '/guides?limit=3'],
  'GET /guides ?modifiedSince': [LATER, '/guides?modifiedSince=1770000000'],
  'GET /guides ?includePrivate': [not('private records are copied only on request'), '/guides?includePrivate=true'],
  'GET /guides/{guideid} ?excludePrerequisiteSteps': ['always: each step is stored once', '/guides/13?excludePrerequisiteSteps'],
  'GET /guides/{guideid} ?unpatrolled': UNPATROLLED,
  'GET /guides/{guideid} ?type': [not('JSON has everything'), '/guides/11?type=XML'],
  'GET /guides/{guideid} ?langid': ['`--lang`', '/guides/11?langid=de'],
  'GET /guides/{guideid} ?machineTranslateLangid': [MACHINE, not('a copy has no machine translation: 422')],
  'GET /search/{query} ?offset': [QUESTION, '/search/kettle?offset=1'],
  'GET /search/{query} ?limit': [QUESTION, '/search/kettle?limit=1'],
  'GET /search/{query} ?filter': [QUESTION, '/search/kettle?filter=guide'],
  'GET /user_view_history/user/{userid} ?start_date': [VIEWS, HISTORY],
  'GET /user_view_history/user/{userid} ?end_date': [VIEWS, HISTORY],
  'GET /user_view_history/{doc_type}/{docid} ?start_date': [VIEWS, HISTORY],
  'GET /user_view_history/{doc_type}/{docid} ?end_date': [VIEWS, HISTORY],
}

export const PARAMETER_ROWS: ParameterRow[] = Object.entries(PARAMETERS).map(([parameter, [crawled, answered]]) => ({
  parameter,
  crawled,
  answered,
}))
