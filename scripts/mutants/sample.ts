import { hash } from 'node:crypto'

/** Lines that are taken or left together: most of what is broken in one place stands on fewer. */
const LINES = 6

/** Parts of a file, in Stryker's words, of which each has a chance of so many percent: the same ones until the file is renamed or grows. */
export function sampleOf(file: string, lines: number, percent: number): string[] {
  const starts = Array.from({ length: Math.ceil(lines / LINES) }, (_, at) => at * LINES + 1)
  const isTaken = (start: number) => Number.parseInt(hash('sha256', `${file}:${start}`).slice(0, 8), 16) % 100 < percent
  return starts.filter(isTaken).map((start) => `${file}:${start}-${Math.min(lines, start + LINES - 1)}`)
}
