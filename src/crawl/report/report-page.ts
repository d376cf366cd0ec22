import type { Entry, ReportSummary, Section } from '../../cache/report.ts'
import { inOptions } from '../part.ts'

/** The long parts of a report: the number of entries of each, and the first of them. */
export type Parts = Record<Section, { count: number; first: Entry[] }>

const HEADINGS: Record<Section, string> = {
  failures: 'Failed, and stale: kept from an earlier crawl',
  withdrawn: 'Gone or private',
  fallbacks: 'Stand-ins: another file or language than the one wanted',
  unknownLinks: 'Links to what the service does not have',
  changed: 'Changed since the last crawl',
}

/** A report as Markdown. Text from the service is in code spans, since it is untrusted. */
export function reportPage(summary: ReportSummary, parts: Parts): string {
  const sections = [
    `# Crawl of ${code(summary.source)}\n`,
    verdict(summary, parts),
    figures(summary),
    table(
      ['', 'expected', 'got', 'fetched', 'unchanged', 'gone', 'private', 'failed', 'stale', 'first named by'],
      Object.entries(summary.kinds).map(([kind, { expected, got, fetched, unchanged, gone, private: hidden, failed, stale, from }]) => [
        kind,
        ...[expected, got, fetched, unchanged, gone, hidden, failed, stale].map(number),
        Array.from(Object.entries(from), ([name, count]) => `${name} ${number(count)}`).join(', '),
      ]),
    ),
    languages(summary),
    table(
      ['list', 'items', 'last crawl', 'state'],
      summary.lists.map(({ name, items, before, state, isShrunk }) => [
        name,
        number(items),
        before === undefined ? '' : number(before),
        isShrunk ? 'shrunk: the old one stays' : state,
      ]),
    ),
    table(
      ['comments without a page: on a', ''],
      Object.entries(summary.commentsWithoutPage).map(([context, count]) => [code(context), number(count)]),
    ),
    table(
      ['host that cannot be reached', 'why', 'files it cost'],
      summary.unreachable.map(({ host, reason, files }) => [code(host), code(reason), number(files)]),
    ),
    ...summary.warnings.map((warning) => `- ${code(warning)}\n`),
    ...(Object.keys(HEADINGS) as Section[]).map((name) => part(HEADINGS[name], parts[name])),
    oddFields(summary),
    drift(summary),
  ]
  return sections.filter(Boolean).join('\n')
}

function verdict({ isComplete, lists, part: choice }: ReportSummary, { failures }: Parts): string {
  const only = choice
    ? `**Only a part of the service**: ${code(inOptions(choice))}, with what that needs. The rest was not asked for.\n\n`
    : ''
  const named = choice ? 'the part' : 'the service'
  if (isComplete) return `${only}**Complete**: everything that ${named} names was copied, or the service said that it is gone or private.\n`
  const shrunk = lists.filter(({ isShrunk }) => isShrunk).map(({ name }) => `the list ${name} shrank`)
  const why = [...shrunk, failures.count > 0 ? `${number(failures.count)} failed or are stale` : ''].filter(Boolean).join('; ')
  return `${only}**Not complete**: ${why || 'something was too much, see the notes below'}.\n`
}

function figures({ product, startedAt, finishedAt, requests, bytes, throttling, changes }: ReportSummary): string {
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  const held =
    throttling.answers > 0 ? `, told to wait ${number(throttling.answers)} times (${(throttling.waitMs / 1000).toFixed(1)} s)` : ''
  const since = changes
    ? `Since the last crawl: ${number(changes.new)} new, ${number(changes.changed)} changed, ${number(changes.removed)} removed, ${number(changes.unpublished)} unpublished.`
    : 'There was no crawl before this one.'
  return `${product}, ${startedAt} to ${finishedAt} (${seconds.toFixed(1)} s): ${number(requests)} requests, ${number(bytes)} bytes${held}.\n\n${since}\n`
}

function languages({ languages: kinds }: ReportSummary): string {
  const rows = Object.entries(kinds).flatMap(([kind, langs]) =>
    Object.entries(langs).map(([lang, { expected, got }]) => [kind, code(lang), expected > 0 ? number(expected) : '', number(got)]),
  )
  return table(['by language', '', 'named', 'got'], rows)
}

function part(heading: string, { count, first }: Parts[Section]): string {
  if (count === 0) return ''
  const rest = count - first.length
  return `## ${heading} (${number(count)})\n\n${first.map(line).join('\n')}\n${rest > 0 ? `\nand ${number(rest)} more: they are in report.json.\n` : ''}`
}

function line({ kind, id, lang, state, change, reason, url, tries, since, linkedFrom, instead }: Entry): string {
  const facts = [
    change ?? state,
    since && `since ${since}`,
    reason && code(reason),
    tries > 1 && `${tries} tries`,
    linkedFrom && `linked from ${code(linkedFrom)}`,
    instead && `instead: ${code(instead)}`,
    !reason?.includes(url) && code(url),
  ]
  return `- ${kind}${id && ` ${code(id)}`}${lang ? ` (${code(lang)})` : ''}: ${facts.filter(Boolean).join(', ')}`
}

/** Repeated in every report, since the pages lack these fields. */
function oddFields({ drift: all }: ReportSummary): string {
  const rows = all.flatMap(({ path, odd, count, first }) =>
    odd === undefined ? [] : [[code(path), code(odd), number(count), code(first)]],
  )
  if (rows.length === 0) return ''
  return `## Fields that cannot be read\n\nThe pages do without them; the cache keeps them as they came.\n\n${table(['path', 'what came', 'times', 'first in'], rows)}`
}

/** Only what is new since the previous crawl; a first crawl reports only the number of unknown keys. */
function drift({ drift: all, changes }: ReportSummary): string {
  const shapes = all.filter(({ odd }) => odd === undefined)
  const keys = shapes.filter(({ value }) => value === undefined).length
  const fresh = shapes.filter(({ isNew, value }) => isNew && (changes || value !== undefined))
  if (fresh.length === 0) return keys > 0 ? `Answers have ${number(keys)} keys that Benchbook does not read; report.json lists them.\n` : ''
  const rows = fresh.map(({ path, value, count, first }) => [
    code(path),
    value === undefined ? 'unknown key' : code(value),
    number(count),
    code(first),
  ])
  return `## New in the shape of answers\n\n${table(['path', 'value', 'times', 'first in'], rows)}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const inRow = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return `${[inRow(head), inRow(head.map(() => '---')), ...rows.map(inRow)].join('\n')}\n`
}

const number = (value: number): string => value.toLocaleString('en-US')

/** Text from the service as a code span on one line. Only a longer run of backticks than any inside can end it (CommonMark, 6.1). */
function code(text: string): string {
  const flat = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300)
  const ticks = Math.max(0, ...Array.from(flat.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(ticks + 1)
  return ticks > 0 ? `${fence} ${flat} ${fence}` : `${fence}${flat}${fence}`
}
