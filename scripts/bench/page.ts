import { readFile, writeFile } from 'node:fs/promises'

const PAGE = new URL('../../docs/performance.md', import.meta.url)

/** Replaces the section with the same heading, or appends it to the page. */
export async function writeSection(section: string): Promise<void> {
  const [heading = ''] = section.split('\n')
  const [head = '', ...sections] = (await readFile(PAGE, 'utf8')).split(/^(?=## )/m)
  const at = sections.findIndex((one) => one.startsWith(`${heading}\n`))
  if (at >= 0) sections[at] = section
  else sections.push(section)
  await writeFile(PAGE, `${[head, ...sections].map((one) => one.trimEnd()).join('\n\n')}\n`)
}
