import { flagOf, variableOf } from '../../config.ts'
import { type OptionName, OPTIONS } from '../../config/options.ts'

/** What gives an option on a command line: its flag, or its variable where it has no flag. */
const wordOf = (name: OptionName): string => (OPTIONS[name].value === null ? variableOf(name) : flagOf(name))

const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name)

/** What a terminal prints and does not obey, or show in another order: foreign names are in many sentences. */
const printable = (text: string): string => text.replace(/(?![\n\t])\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')

/** A sentence of src/, where options have their names in the configuration, for people with a command line: `maxRecords` → --max-records. */
export const inFlags = (sentence: string): string =>
  printable(sentence).replace(/`(\w+)`/g, (whole, name: string) => (isOption(name) ? wordOf(name) : whole))

/** {@link inFlags} for report.md, in which a sentence stands in a code span: two ticks around it where it has ticks itself. */
export const pageInFlags = (markdown: string): string =>
  markdown.replace(/(?<!`)`` (.+?) ``(?!`)/g, (whole, text: string) => {
    const worded = inFlags(text)
    if (worded === text) return whole
    return worded.includes('`') ? `\`\` ${worded} \`\`` : `\`${worded}\``
  })

/** The fields of reports and errors that hold a sentence, or a list of sentences. */
const SENTENCES: ReadonlySet<string> = new Set(['message', 'reason', 'warnings', 'beyond'])

/** What `--json` prints, on one line: {@link inFlags} for its sentences, the rest as it is. */
export function jsonInFlags(report: unknown): string {
  const worded = (key: string, value: unknown): unknown => {
    if (!SENTENCES.has(key)) return value
    if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? inFlags(item) : (item as unknown)))
    return typeof value === 'string' ? inFlags(value) : value
  }
  return JSON.stringify(report, worded)
}
