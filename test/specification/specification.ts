import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What a specification names, in the words of the coverage list: `GET /tags`, `GET /tags ?limit`, `Guide steps[]`. */
export interface Named {
  parts: string[]
  endpoints: string[]
  parameters: string[]
  fields: string[]
  /** Rows of tables about values: `Namespaces ITEM`, `Errors 404`, `Limits offset`. */
  rules: string[]
  /** Every word in code type that looks like the name of a field or parameter, wherever it stands. */
  words: string[]
}

/** The specification's file: `SPEC`, else the one beside the checkout. Undefined when there is none. */
export function specificationFile(): string | undefined {
  const file = process.env.SPEC ?? resolve(import.meta.dirname, '../../../shared/content-api-2.0.md')
  return existsSync(file) ? file : undefined
}

/** The facts that stand beside a specification. */
export const factsFile = (specification: string): string => join(dirname(specification), 'api-facts.md')

/** Reads the specification's text. Throws when a line that must name fields names none. */
export function readSpecification(file: string): Named {
  const named: Named = { parts: [], endpoints: [], parameters: [], fields: [], rules: [], words: [] }
  let part = ''
  let record = ''
  let columns: string[] = []
  let endpoint = ''
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const heading = /^#{2,3} (\d+(?:\.\d+[a-z]?)?)\.? (.*)/.exec(line)
    if (heading) {
      part = heading[1] ?? ''
      record = recordOf(heading[2] ?? '')
      named.parts.push(part)
    }
    if (!part) continue
    named.words.push(...codeWords(line))
    record = /^\*\*(\w+)\*\*$/.exec(line)?.[1] ?? record
    endpoint = /^`([A-Z]+ \/[^`]*)` query parameters/.exec(line)?.[1] ?? endpoint
    const cells = line.startsWith('|') ? cellsOf(line) : undefined
    if (!cells) columns = []
    else if (columns.length === 0) columns = cells
    else if (!/^-+$/.test(cells[0] ?? '')) readRow(named, { record, endpoint, columns, cells })
    if (!cells) readLine(named, part, record, line)
  }
  return named
}

interface Row {
  record: string
  endpoint: string
  columns: readonly string[]
  cells: readonly string[]
}

function readRow(named: Named, { record, endpoint, columns, cells }: Row): void {
  const [first = '', second = '', third = ''] = cells
  if (columns[0] === 'Method') {
    const path = `${first} ${second}`
    named.endpoints.push(path)
    if (columns[2] === 'Params') named.parameters.push(...parametersIn(third).map((name) => `${path} ?${name}`))
    else if (/[Qq]uery/.test(third)) throw new Error(`${path} has parameters in a column that is not read.`)
  }
  if (columns[0] === 'Name') named.parameters.push(`${endpoint} ?${first}`)
  if (columns[0] === 'Field') {
    const names = splitList(first)
    named.fields.push(...names.map((name) => `${record} ${name}`))
    const inner = /^object: (.*)/.exec(second)?.[1]
    if (inner) named.fields.push(...innerNames(inner).map((name) => `${record} ${names[0] ?? ''}.${name}`))
  }
  if (columns[0] === 'Namespace') named.rules.push(`Namespaces ${first}`)
  if (columns[0] === 'Status') named.rules.push(`Errors ${first.slice(0, 3)}`)
  if (columns[0] === 'Limit') named.rules.push(`Limits ${first.replaceAll('`', '')}`)
}

/** The query parameters of a cell: what stands between `query` (or its plural's filters) and the end of the code words. */
function parametersIn(cell: string): string[] {
  const query = /[Qq]uer(?:y|y filters:?) (.*)/.exec(cell)?.[1] ?? ''
  return Array.from(query.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g), ([, name = '']) => name).filter(
    (name) => !['display_titles', 'hierarchy'].includes(name),
  )
}

function readLine(named: Named, part: string, record: string, line: string): void {
  const endpoint = /^\s+- ((?:GET|POST|PUT|PATCH|DELETE) \S+)$/.exec(line)?.[1]
  if (part === '4.9' && endpoint) named.endpoints.push(endpoint)
  if (!part.startsWith('2.')) return
  const fields = /^- Fields: (.*)\.$/.exec(line)?.[1]
  if (fields) named.fields.push(...splitList(fields).map((name) => `${record} ${name}`))
  const inner = /^- (Encoding|Envelope|`meta` fields): (.*)\.$/.exec(line)
  const place = { Encoding: 'encodings[].', Envelope: '', '`meta` fields': 'meta.' }[inner?.[1] ?? ''] ?? ''
  if (inner) named.fields.push(...splitList(inner[2] ?? '').map((name) => `${record} ${place}${name}`))
  const item = /^- A wiki item has: (.*?)\. /.exec(line)?.[1]
  if (item) named.fields.push(...splitList(item).map((name) => `${record} results[].${name}`))
  const member = /^ {2}- `(\w+)`: /.exec(line)?.[1]
  if (member) named.fields.push(`${record} ${member}`)
  const optional = /^The optional `(\w+)`/.exec(line)?.[1]
  if (optional) named.fields.push(`${record} ${optional}`)
}

/** What the list calls a record whose heading says more. */
const RECORDS: Record<string, string> = {
  'Guide summary (list item)': 'Guide summary',
  'Guide (full)': 'Guide',
  'Guide (detail): about 44 keys, not 14': 'Guide',
  'Wiki (detail)': 'Wiki',
  'Wiki (detail): about 39 keys': 'Wiki',
  'Wiki (light list item)': 'Wiki summary',
  Hierarchy: 'Category hierarchy',
}
const recordOf = (heading: string): string => RECORDS[heading] ?? heading

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** `a (int; b, c), d` → a, d */
const splitList = (text: string): string[] =>
  text
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .map((name) => name.replaceAll('`', '').trim())
    .filter(Boolean)

/** The names of an object that a cell describes: those in code type where there are any, else all. */
function innerNames(text: string): string[] {
  const bare = text.replaceAll(/\([^)]*\)/g, '')
  const coded = Array.from(bare.matchAll(/`(\w+)`/g), ([, name = '']) => name)
  return coded.length > 0 ? coded : splitList(bare)
}

/** Reads the facts' text: the shapes that it writes as `name[{a,b?,c{d}}]`, each under its heading and the names before it. */
export function readFacts(file: string): Named {
  const named: Named = { parts: [], endpoints: [], parameters: [], fields: [], rules: [], words: [] }
  let record = ''
  const text = readFileSync(file, 'utf8').replaceAll(/\n {2,}/g, ' ')
  for (const line of text.split('\n')) {
    record = recordOf(/^## (.*)/.exec(line)?.[1] ?? record)
    named.words.push(...codeWords(line))
    for (const [, endpoint = ''] of line.matchAll(/`(GET \/[^`?]*)`/g)) named.endpoints.push(endpoint)
    for (const [, path = ''] of line.matchAll(/`(\/[a-z]+\/\{\w+\})`/g)) named.endpoints.push(`GET ${path}`)
    const [, others = ''] = /^It has (.*?), and no /.exec(line) ?? []
    for (const [, path = ''] of others.matchAll(/`(\/[^`?]+)`/g)) named.endpoints.push(`GET ${path}`)
    const listed = /^- (?:Also there|After `image`): `([^`]*)`/.exec(line)?.[1]
    if (listed) named.fields.push(...shapes(listed).map((name) => `${record} ${name}`))
    for (const [, owners = '', shape = ''] of line.matchAll(/((?:`\w+(?:\[\])?`(?: \/ )?)+)[^`;{]*: ?`(\{[^`]*\})`/g))
      named.fields.push(...owned(record, owners, shape))
    const flag = /`flags` in a \*\*detail are objects\*\* `(\{[^`]*\})`/.exec(line)?.[1]
    if (flag) named.fields.push(...owned(record, '`flags[]`', flag))
    const ordered = /an ordered array `(\{[^`]*\})`/.exec(line)?.[1]
    if (ordered) named.fields.push(...owned(record, '`hierarchyOrder[]`', ordered))
    const body = /^- Body: `(\{[^`]*\})`; 422 adds `(\w+)\[\]`/.exec(line)
    if (body) named.fields.push(...shapes(`${body[1]?.slice(1, -1) ?? ''}, ${body[2] ?? ''}`).map((name) => `Error ${name}`))
    const embed = /`embed` → `data` is an \*\*object\*\* with ((?:`\w+`,? ?)+)/.exec(line)?.[1]
    if (embed) named.fields.push(...codeNames(embed).map((name) => `Embed ${name}`))
    const site = /`GET \/sites\/info` \(where present\): ([^.]*)\./.exec(line)?.[1]
    if (site) named.fields.push(...splitList(site).map((name) => `Site ${name.replaceAll(' ', '-')}`))
  }
  return named
}

const codeNames = (text: string): string[] => Array.from(text.matchAll(/`(\w+)`/g), ([, name = '']) => name)

function owned(record: string, owners: string, shape: string): string[] {
  return Array.from(owners.matchAll(/`(\w+(?:\[\])?)`/g)).flatMap(([, owner = '']) =>
    shapes(shape.slice(1, -1)).map((name) => `${record} ${owner}.${name}`),
  )
}

/** `a b[{c|null,d}] e (f)` → a, b[], b[].c, b[].d, e; separated by spaces or commas. */
function shapes(text: string): string[] {
  const bare = text.replaceAll(/\([^)]*\)/g, '')
  const found: string[] = []
  const open: string[] = []
  for (const [, name = '', bracket = '', closing = ''] of bare.matchAll(/([\w-]+)[^\s,[\]{}]*(\[\{|\[\]|\{)?|([}\]]+)/g)) {
    if (closing) {
      for (const sign of closing) if (sign === '}') open.pop()
      continue
    }
    const within = open.map((owner) => `${owner}.`).join('')
    const isNamed = !/^(null|true|int|formerly|a|string)$/.test(name)
    if (isNamed) found.push(`${within}${name}${bracket.startsWith('[') ? '[]' : ''}`)
    if (bracket.endsWith('{')) open.push(`${name}${bracket.startsWith('[') ? '[]' : ''}`)
  }
  return found
}

const codeWords = (line: string): string[] => Array.from(line.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g), ([, word = '']) => word)
