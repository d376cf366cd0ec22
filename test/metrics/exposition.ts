/** A family of samples, as Prometheus' text format (version 0.0.4) has it. */
export interface Family {
  name: string
  help: string | undefined
  type: string
  samples: { name: string; labels: Record<string, string>; value: number }[]
}

const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped']
const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`)
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)(?: (-?\\d+))?$`)
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y
const NUMBER = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?Inf|NaN)$/i
/** What stands behind the name of a family in the names of its samples. */
const SUFFIXES: Record<string, readonly string[]> = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] }

/** Reads a whole exposition, by family. Throws an error that names the line for anything that the format does not allow, also where Prometheus would pass it over. */
export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.')
  const families = new Map<string, Family>()
  const series = new Set<string>()
  let current: Family | undefined
  for (const line of text.slice(0, -1).split('\n')) {
    const refuse = (why: string): never => {
      throw new Error(`${why}: ${line}`)
    }
    if (line === '') continue
    if (line.startsWith('#')) {
      const [, word, name = '', rest = ''] = COMMENT.exec(line) ?? refuse('No comment of the format')
      if (word === 'HELP') {
        if (families.has(name)) refuse('A family twice, or its help after its samples')
        if (!/^(?:[^\\]|\\[\\n])*$/.test(rest)) refuse('A wrong escape')
        families.set(name, (current = { name, help: rest, type: '', samples: [] }))
      } else {
        if (!TYPES.includes(rest)) refuse('No type')
        if (current?.name !== name && families.has(name)) refuse('A family twice')
        if (current?.name !== name) families.set(name, (current = { name, help: undefined, type: '', samples: [] }))
        if (current.type || current.samples.length > 0) refuse('A type twice, or after samples')
        current.type = rest
      }
      continue
    }
    const [, name = '', labelText, number = ''] = SAMPLE.exec(line) ?? refuse('No sample')
    if (!NUMBER.test(number)) refuse('No number')
    const labels = labelText === undefined ? {} : (readLabels(labelText) ?? refuse('Wrong labels'))
    const family = current ?? refuse('A sample of no family')
    if (!(SUFFIXES[family.type] ?? ['']).some((suffix) => name === family.name + suffix)) refuse('A sample of another family')
    const key = JSON.stringify([name, Object.entries(labels).sort()])
    if (series.has(key)) refuse('A series twice')
    series.add(key)
    family.samples.push({ name, labels, value: numberOf(number) })
  }
  for (const family of families.values()) judge(family)
  return families
}

/** The value of a series; undefined where there is none. */
export const valueIn = (families: ReadonlyMap<string, Family>, name: string, labels: Record<string, string> = {}): number | undefined =>
  families
    .get(name)
    ?.samples.find((sample) => JSON.stringify(Object.entries(sample.labels).sort()) === JSON.stringify(Object.entries(labels).sort()))
    ?.value

function readLabels(text: string): Record<string, string> | undefined {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? []
    if (!name || name in labels) return undefined
    labels[name] = value.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
  }
  return labels
}

const numberOf = (text: string): number => (/inf$/i.test(text) ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text))

/** What holds of a family as a whole. */
function judge({ name, type, samples }: Family): void {
  if (!type) throw new Error(`${name} has no type.`)
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name} counts less than nothing.`)
  if (type !== 'histogram') return
  const without = (labels: Record<string, string>) => JSON.stringify(Object.entries({ ...labels, le: '' }).sort())
  for (const own of Map.groupBy(samples, ({ labels }) => without(labels)).values()) {
    const buckets = own
      .filter((sample) => sample.name.endsWith('_bucket'))
      .map(({ labels, value }) => [numberOf(labels.le ?? ''), value] as const)
    const rises = buckets.every(
      ([le, value], at) => at === 0 || (le > (buckets[at - 1]?.[0] ?? NaN) && value >= (buckets[at - 1]?.[1] ?? NaN)),
    )
    const [last, all] = buckets.at(-1) ?? []
    const count = own.find((sample) => sample.name === `${name}_count`)?.value
    if (!rises || last !== Infinity || all !== count || !own.some((sample) => sample.name === `${name}_sum`))
      throw new Error(`${name} is no histogram.`)
  }
}
