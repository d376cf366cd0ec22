import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SAMPLE = fileURLToPath(new URL('../../../sample', import.meta.url))

/** What somebody saves who works on the looks of a site. */
export interface Change {
  name: string
  /** Below the folder of the configuration. */
  file: string
  /** The file with a mark in it. */
  text: (mark: string) => string
  /** The page that shows it, from the root. */
  page: string
}

/** It replaces one that is on every page, and imports a file of one's own. */
const component = ({ text = '', style = '', script = '' }): string => `---
import { motto } from './motto.ts'
---
<footer class="ours">${text} {motto}</footer>
<style>.ours { --mark: "${style}" }</style>
<script>console.log('${script}')</script>
`

const OURS = 'components/SiteFooter.astro'
const colour = (mark: string): string => `#0b6e${mark.slice(-2)}`

export const CHANGES: readonly Change[] = [
  { name: 'a component', file: OURS, text: (mark) => component({ text: mark }), page: '' },
  { name: 'the style of a component', file: OURS, text: (mark) => component({ style: mark }), page: '' },
  { name: 'the script of a component', file: OURS, text: (mark) => component({ script: mark }), page: '' },
  { name: 'a file that a component imports', file: 'components/motto.ts', text: (mark) => `export const motto = '${mark}'\n`, page: '' },
  { name: 'a page', file: 'pages/imprint.md', text: (mark) => `# Imprint\n\n${mark}\n`, page: 'page/imprint/' },
  { name: 'a colour', file: 'colours.json', text: (mark) => JSON.stringify({ light: { accent: colour(mark) } }), page: '' },
]

/** What a page or a style sheet has of a mark. */
export const shows = (text: string, mark: string): boolean => text.includes(mark) || text.includes(`--accent: ${colour(mark)}`)

/** Writes the configuration of the sample's site, with all files as they are before the changes. */
export async function writeSite(folder: string): Promise<void> {
  for (const name of ['components', 'pages']) await mkdir(join(folder, name), { recursive: true })
  for (const { file, text } of CHANGES) await writeFile(join(folder, file), text('m00'))
  const config = { cache: SAMPLE, out: 'none', components: 'components', pages: 'pages', colours: 'colours.json' }
  await writeFile(join(folder, 'benchbook.config.json'), JSON.stringify(config))
}
