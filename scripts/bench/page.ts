import { readFile, writeFile } from 'node:fs/promises'

/** Puts a section of a page in `docs/` in the place of the one with the same heading, or at its end. */
export async function writeSection(section: string, page = 'performance.md'): Promise<void> {
  const file = new URL(`../../docs/${page}`, import.meta.url)
  const [heading = ''] = section.split('\n')
  const [head = '', ...sections] = (await readFile(file, 'utf8')).split(/^(?=## )/m)
  const at = sections.findIndex((one) => one.startsWith(`${heading}\n`))
  if (at >= 0) sections[at] = section
  else sections.push(section)
  await writeFile(file, `${[head, ...sections].map((one) => one.trimEnd()).join('\n\n')}\n`)
}
