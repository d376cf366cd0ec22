import { isNoticed, type Mutant, type Report } from './score.ts'

/** Where the mutants are that no test noticed, in Stryker's words: a column more at both ends, since it takes what lies inside. */
export function survivorPlaces({ files }: Report): string[] {
  const places = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter((mutant) => !isNoticed(mutant))
      .map(({ location: { start, end } }) => `${file}:${start.line}:${Math.max(0, start.column - 1)}-${end.line}:${end.column}`),
  )
  return [...new Set(places)]
}

/** The files of a report that are no longer what they were. */
export const changedSince = ({ files }: Report, textOf: (file: string) => string | undefined): string[] =>
  Object.entries(files).flatMap(([file, { source }]) => (textOf(file) === source ? [] : [file]))

/** A report in which mutants that no test noticed have the status that they have in a later one. */
export function updated(report: Report, later: Report): Report {
  const files = Object.entries(report.files).map(([file, { source, mutants }]) => {
    const now = new Map(later.files[file]?.mutants.map((mutant) => [keyOf(mutant), mutant.status]))
    const statusOf = (mutant: Mutant) => (isNoticed(mutant) ? mutant.status : (now.get(keyOf(mutant)) ?? mutant.status))
    return [file, { source, mutants: mutants.map((mutant) => ({ ...mutant, status: statusOf(mutant) })) }]
  })
  return { files: Object.fromEntries(files) as Report['files'] }
}

const keyOf = ({ mutatorName, replacement, location: { start, end } }: Mutant): string =>
  JSON.stringify([mutatorName, replacement, start.line, start.column, end.line, end.column])
