import { ENDPOINTS, RECORDS } from '../../test/specification/list/list.ts'
import { PARAMETER_ROWS } from '../../test/specification/list/parameters.ts'
import type { EndpointRow, Field, RecordRows, Searched, Shown, Stored, WhyNot } from '../../test/specification/list/row.ts'
import { RULES } from '../../test/specification/list/rules.ts'
import { WRITES } from '../../test/specification/list/writes.ts'

const HEAD = `# API coverage

Generated from \`test/specification/list/\` by \`npm run docs\`; edit the lists, not this page.

Every endpoint, parameter and field of the Content API 2.0, and of real services where they are known to go beyond its specification: how the crawl gets
it, where the cache stores it, where a page shows it, how search finds it, and which request to the replica (\`benchbook serve --api\`) returns it; or, in
italics, why not. \`test/specification/\` compares the list with the specification's text, looks for each shown value on the built sample site and in its
search documents, and sends each request.

A page is a path of the sample site, with the CSS selector of the value. The fields of a record are crawled and stored with it.
`

/** The page docs/coverage.md. */
export const coveragePage = (): string => [HEAD, endpoints(), parameters(), '## Fields\n', ...RECORDS.map(record), rules()].join('\n')

function endpoints(): string {
  const writes = Object.entries(WRITES).flatMap(([part, names]) =>
    names.map((name) => row([part, `\`${name}\``, ...['it writes', 'it writes', 'it writes', 'it writes', 'it writes: 405'].map(italic)])),
  )
  return table(
    '## Endpoints',
    ['Part', 'Endpoint', 'Crawled', 'Stored', 'Shown', 'Searchable', 'Replica'],
    [...ENDPOINTS.map(endpoint), ...writes],
  )
}

const endpoint = ({ part, endpoint, crawled, stored, shown, searched, answered }: EndpointRow): string =>
  row([part, `\`${endpoint}\``, said(crawled), kept(stored), place(shown), said(searched), asked(answered)])

const parameters = (): string =>
  table(
    '## Parameters',
    ['Endpoint', 'Parameter', 'Crawl', 'Replica'],
    PARAMETER_ROWS.map(({ parameter, crawled, answered }) => {
      const [name = '', query = ''] = parameter.split(' ?')
      return row([`\`${name}\``, `\`${query}\``, said(crawled), asked(answered)])
    }),
  )

const record = (of: RecordRows): string =>
  table(
    `### ${of.name} (${of.parts.map((part) => (part === 'facts' ? 'beyond the specification' : `part ${part}`)).join(', ')})`,
    ['Field', 'Crawled', 'Stored', 'Shown', 'Searchable', 'Replica'],
    Object.entries(of.fields).map(([name, field]) => fieldRow(of, name, field)),
  )

function fieldRow(of: RecordRows, name: string, [shown, searched, request]: Field): string {
  const answer = request ?? of.answered
  const [path, within = of.within] = typeof answer === 'string' ? answer.split('#') : []
  const answered = path ? `\`${path}\`: \`${[within, name].filter(Boolean).join('.')}\`` : said(answer)
  return row([`\`${name}\``, said(of.crawled), kept(of.stored), place(shown, of.page), found(searched), answered])
}

const rules = (): string =>
  table(
    '## Other rules of the specification',
    ['Part', 'Rule', 'How it is followed'],
    RULES.map(({ part, rule, kept: how }) => row([part, rule, said(how)])),
  )

const table = (heading: string, columns: string[], rows: string[]): string =>
  [heading, '', row(columns), row(columns.map(() => '---')), ...rows, ''].join('\n')
const row = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const italic = (text: string): string => `_no: ${text}_`
const said = (cell: string | WhyNot): string => (typeof cell === 'string' ? cell : italic(cell.not))
const asked = (cell: string | WhyNot): string => (typeof cell === 'string' && cell.startsWith('/') ? `\`${cell}\`` : said(cell))

function kept(cell: Stored[] | string | WhyNot): string {
  if (!Array.isArray(cell)) return said(cell)
  return cell.map((name) => `\`${name}\``).join(', ')
}

function place(shown: Shown | WhyNot, page = ''): string {
  if ('not' in shown) return italic(shown.not)
  const how = { text: '', date: ' as a date', file: ' as its file' }
  const look = typeof shown.look === 'string' ? how[shown.look] : ` as “${shown.look.words}”`
  return `\`${shown.page ?? page}\` \`${shown.at}\`${look}`
}

function found(searched: Searched | WhyNot): string {
  if (typeof searched === 'string') return searched === 'title' ? 'by title' : 'by text'
  return 'not' in searched ? italic(searched.not) : `filter \`${searched.filter}\``
}
