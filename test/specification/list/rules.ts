import { not, type RuleRow } from './row.ts'

const rule = (part: string, name: string, kept: RuleRow['kept']): RuleRow => ({ part, rule: name, kept })

/** What the parts say that is neither an endpoint nor a field. */
export const RULES: RuleRow[] = [
  rule('1', '`?pretty`, CORS, XML', 'the replica supports all three; the crawl requests JSON'),
  rule('1', '`*_raw` and `*_rendered`', 'both are stored; pages show the sanitized HTML, or render the wiki syntax if there is none'),
  rule('2.1', 'Tag', 'a plain string, as in lists; a page for each tag of a guide or wiki'),
  rule('2.7', 'Namespaces CATEGORY', 'crawled; pages under `/category/`, with their guides'),
  rule('2.7', 'Namespaces ITEM', 'crawled; pages under `/item/`; tools and parts link there'),
  rule('2.7', 'Namespaces TEAM', 'crawled; on the page of its team'),
  rule('2.7', 'Namespaces USER', 'crawled; on the page of its user'),
  rule('2.7', 'Namespaces INFO', 'crawled; pages under `/info/`'),
  rule('2.7', 'Namespaces WIKI', 'crawled; pages under `/wiki/`'),
  rule(
    '3',
    'States',
    'public records are copied; with `--include-private` private guides have pages that are labelled as private; comments that are neither public nor resolved are left out',
  ),
  rule('4.4b', 'Wiki endpoints known by name only', 'read endpoints are fetched with `--extra`, or answered from the details'),
  rule(
    '5',
    'Authentication',
    'the token is sent only to the source’s origin and never stored; the replica shows private records to clients with the token of its own environment',
  ),
  rule('6', 'Events', not('the service does not expose events')),
  rule('7', 'Errors 400', 'counted as failed'),
  rule('7', 'Errors 401', 'ends the crawl with a message if the whole service requires a token; otherwise the record counts as private'),
  rule('7', 'Errors 403', 'counted as private'),
  rule('7', 'Errors 404', 'counted as gone, not retried; the replica’s message for records that were not crawled'),
  rule('7', 'Errors 405', 'counted as failed; the replica’s answer to every write'),
  rule('7', 'Errors 409', not('it is an answer to writes')),
  rule(
    '7',
    'Errors 422',
    'the end of a list that cannot be paged further, otherwise counted as failed; the replica’s answer to a parameter that it cannot parse',
  ),
  rule('8', 'Limits limit', 'the crawl requests 200; the replica clamps other values'),
  rule('8', 'Limits offset', 'the replica rejects a negative one with 422'),
  rule('8', 'Limits comment edit window', not('it limits writes')),
  rule('8', 'Limits uploadable image types', not('it limits writes; the type of a copied picture is determined by its bytes')),
  rule('9', 'Version', 'all requests go to `/api/2.0`; the replica answers there'),
  rule('9', '`revisionid`', 'lists are compared with the last list, never with a detail; nothing is written'),
]
