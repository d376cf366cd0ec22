import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'

/** What a night printed, and added to the summary of its job. */
export interface ToldNight {
  log: string
  summary: string
  folder: string
  origin: string
}

const PAGE = join(resolve(import.meta.dirname, '../..'), 'docs/ci.md')
/** Stands for lines that are left out. */
const LEFT_OUT = '…'
/** Lines whose numbers are of the pages' markup and of the machine. */
const VARYING = /^(?:Crawled|Built|Rendered|Files|Checked|Nothing|Benchbook\/|[\d,]+ pages) /

/** What is compared of a text: not how long anything took, how many bytes it has, nor the width of columns. */
const lasting = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .map((line) => line.replace(/\d[\d.]* (?=(?:s|ms|B|kB|MB)\b)/g, '# '))
    .map((line) => (VARYING.test(line) || line.startsWith('Benchbook/') ? line.replace(/\d[\d.,:TZ-]*/g, '#') : line))
    .filter((line) => line !== '')

/** Each line that docs/ci.md shows below a heading, first of the log and then of the summary, is one of that night, in its order. */
export function expectInDocs(nights: Record<string, ToldNight | undefined>): void {
  const page = readFileSync(PAGE, 'utf8')
  for (const [heading, night] of Object.entries(nights)) {
    const { log = '', summary = '', folder = '', origin = '' } = night ?? {}
    const section = page.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? ''
    const [shownLog = '', shownSummary = ''] = Array.from(section.matchAll(/^(`{3,})\w+\n([^]*?)\n\1$/gm), ([, , block = '']) => block)
    for (const [shown, told] of [
      [shownLog, log],
      [shownSummary, summary],
    ] as const) {
      const here = lasting(
        told
          .replaceAll(`${folder}/`, '')
          .replaceAll(origin, 'https://repair.example.com')
          .replaceAll(new URL(origin).host, 'repair.example.com'),
      )
      const wanted = lasting(shown).filter((line) => line !== LEFT_OUT)
      expect(wanted.length, `docs/ci.md, ${heading}`).toBeGreaterThan(1)
      // What both have, in the order of the night: equal where the page says nothing else.
      let at = 0
      const found = wanted.filter((line) => {
        const next = here.indexOf(line, at)
        if (next >= 0) at = next + 1
        return next >= 0
      })
      expect(found, `docs/ci.md, ${heading}, against:\n${told}`).toEqual(wanted)
    }
  }
}
