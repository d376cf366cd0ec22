import { CODE, ELSEWHERE, ID, PICTURE } from './reasons.ts'
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
