import { not, type RuleRow } from './row.ts'

const rule = (part: string, name: string, kept: RuleRow['kept']): RuleRow => ({ part, rule: name, kept })

/** What the parts say that is neither an endpoint nor a field. */
export const RULES: RuleRow[] = [
  rule('1', '`?pretty`, CORS, XML', 'the replica answers with all three; the crawl asks for JSON'),
  rule(
    '1',
    '`*_raw` and `*_rendered`',
    'both are kept; pages show the HTML, sanitized, and make it of the wiki syntax where it is missing',
  ),
  rule('2.1', 'Tag', 'a plain text, as the lists have it: a page for each tag that a guide or wiki carries'),
  rule('2.7', 'Namespaces CATEGORY', 'crawled; pages below `/category/`, with their guides'),
  rule('2.7', 'Namespaces ITEM', 'crawled; pages below `/item/`; tools and parts lead there'),
  rule('2.7', 'Namespaces TEAM', 'crawled; on the page of its team'),
  rule('2.7', 'Namespaces USER', 'crawled; on the page of its user'),
  rule('2.7', 'Namespaces INFO', 'crawled; pages below `/info/`'),
  rule('2.7', 'Namespaces WIKI', 'crawled; pages below `/wiki/`'),
  rule(
    '3',
    'States',
    'public records are copied; with `--include-private` private guides have pages that say so; comments that are neither public nor resolved are left out',
  ),
  rule('4.4b', 'Wiki endpoints known by name only', 'those that read are fetched with `--extra`, or are answered from the details'),
  rule(
    '5',
    'Authentication',
    'the token goes to the source’s origin only and is kept nowhere; the replica shows private records to the token of its own environment',
  ),
  rule('6', 'Events', not('the service shows no events: there is nothing to copy')),
  rule('7', 'Errors 400', 'counted as failed'),
  rule('7', 'Errors 401', 'ends the crawl with a sentence when the whole service asks for a token; else the record counts as private'),
  rule('7', 'Errors 403', 'counted as private'),
  rule('7', 'Errors 404', 'counted as gone, not asked for again; the replica says of what was not crawled that it was not'),
  rule('7', 'Errors 405', 'counted as failed; the replica’s answer to all that writes'),
  rule('7', 'Errors 409', not('it answers writes, and nothing here writes')),
  rule(
    '7',
    'Errors 422',
    'the end of a list that can be paged no further, else counted as failed; the replica’s answer to a parameter that it cannot read',
  ),
  rule('8', 'Limits limit', 'the crawl asks for 200; the replica brings others into the range'),
  rule('8', 'Limits offset', 'the replica refuses a negative one with 422'),
  rule('8', 'Limits comment edit window', not('it limits writes')),
  rule('8', 'Limits uploadable image types', not('it limits writes; copied pictures are what their bytes say')),
  rule('9', 'Version', 'all requests go to `/api/2.0`; the replica answers there'),
  rule('9', '`revisionid`', 'lists are compared with the last list, never with a detail; nothing is written'),
]
