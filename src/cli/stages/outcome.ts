import { isBenchbookError, sentence, type UsageError, wrongOption } from '../../errors.ts'
import { inFlags, jsonInFlags } from '../terminal/flags.ts'

/** The result of a stage. */
export interface Outcome<Report> {
  exitCode: 0 | 1
  /** For `--json`. */
  report: Report
}

/** The outcome of a stage that found problems, or none. */
export const outcomeOf = <Report>(problems: number, report: Report): Outcome<Report> => ({ exitCode: problems > 0 ? 1 : 0, report })

/** Prints lines for people; `--json` and `--quiet` suppress them. */
export function print(lines: readonly string[], { json, quiet }: { json: boolean; quiet: boolean }): void {
  if (!json && !quiet) for (const line of lines) console.log(inFlags(line))
}

/** The worst of several outcomes, for commands that run more than one stage; with `--json`, their reports as one object. */
export function conclude(outcomes: Readonly<Record<string, Outcome<unknown>>>, { json }: { json: boolean }): number {
  const reports = Object.entries(outcomes).map(([name, { report }]) => [name, report])
  if (json) console.log(jsonInFlags(reports.length === 1 ? reports[0]?.[1] : Object.fromEntries(reports)))
  return Math.max(...Object.values(outcomes).map(({ exitCode }) => exitCode))
}

/** Reports an error that costs one response, but does not end the command. */
export const tellError = (error: unknown): void => console.error(isBenchbookError(error) ? `benchbook: ${inFlags(sentence(error))}` : error)

/** The error for a crawl without a source. */
export const noService = (): UsageError =>
  wrongOption('source', 'No service is named. Add --source with its address, such as --source https://www.ifixit.com.')
