import { flagOf, variableOf } from '../../config.ts'
import { isOption, type OptionName, OPTIONS } from '../../config/options.ts'

/** The command line's name of an option: its flag, or its variable if it has no flag. */
const wordOf = (name: OptionName): string => (OPTIONS[name].value === null ? variableOf(name) : flagOf(name))

/** Removes characters that a terminal would interpret or reorder: many sentences contain foreign names. */
const printable = (text: string): string => text.replace(/(?![\n\t])\p{Cc}|[\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')

/** A sentence of src/, which names options as in the configuration, for the command line: `maxRecords` → --max-records. */
export const inFlags = (sentence: string): string =>
  printable(sentence).replace(/`(\w+)`/g, (whole, name: string) => (isOption(name) ? wordOf(name) : whole))

/** {@link inFlags} for report.md, where a sentence is in a code span: with two backticks around it if it contains some. */
export const pageInFlags = (markdown: string): string =>
  markdown.replace(/(?<!`)`` (.+?) ``(?!`)/g, (whole, text: string) => {
    const worded = inFlags(text)
    if (worded === text) return whole
    return worded.includes('`') ? `\`\` ${worded} \`\`` : `\`${worded}\``
  })

/** The fields of reports and errors that contain a sentence, or a list of sentences. */
const SENTENCES: ReadonlySet<string> = new Set(['message', 'reason', 'warnings', 'beyond'])

/** The output of `--json`, on one line: {@link inFlags} for its sentences, the rest unchanged. */
export function jsonInFlags(report: unknown): string {
  const worded = (key: string, value: unknown): unknown => {
    if (!SENTENCES.has(key)) return value
    if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? inFlags(item) : (item as unknown)))
    return typeof value === 'string' ? inFlags(value) : value
  }
  return JSON.stringify(report, worded)
}
