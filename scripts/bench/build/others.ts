import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../../../src/disk/files-below.ts'
import { openCache } from '../../../src/cache/reader.ts'
import type { Guide } from '../../../src/model/guide.ts'
import { type Row, runTree } from './process-tree.ts'

const ELEVENTY = '@11ty/eleventy@3.1.8'
/** What our page has around the texts of a guide, about: the others get as much of it as it takes to make their pages as long. */
const FILLER = '<p class="filler">Markup that is the same on each page.</p>\n'

/** Other generators that make pages of the same length from the same guides, as far as they are here; what is not is printed. */
export async function others(cache: string, folder: string, { rounds, pageBytes }: { rounds: number; pageBytes: number }): Promise<Row[]> {
  const guides: Guide[] = []
  const reader = await openCache(cache)
  for await (const key of reader.keys('guide')) guides.push((await reader.record(key)) as Guide)
  const length = guides.slice(0, 100).reduce((sum, guide) => sum + bodyOf(guide).length, 0) / Math.min(100, guides.length)
  const filler = FILLER.repeat(Math.max(0, Math.round((pageBytes - length) / FILLER.length)))
  const runs = [hugo(join(folder, 'hugo'), guides, filler), eleventy(join(folder, 'eleventy'), guides, filler)]
  const rows: Row[] = []
  for (const run of runs.filter((one) => one !== undefined))
    for (let round = 0; round < rounds; round++) {
      const { name, figures, out } = await run(round)
      await expectPages(name, out, guides.length, pageBytes)
      rows.push({ name, figures, pages: guides.length })
    }
  return rows
}

type Run = (round: number) => Promise<Omit<Row, 'pages'> & { out: string }>

/** Throws where the pages are not as many, or not about as long, as ours. */
async function expectPages(name: string, out: string, pages: number, pageBytes: number): Promise<void> {
  let [made, bytes] = [0, 0]
  for await (const file of filesBelow(out)) {
    if (!/^guide\/\d+\/index\.html$/.test(file)) continue
    made++
    bytes += statSync(join(out, file)).size
  }
  if (made !== pages || Math.abs(bytes / made / pageBytes - 1) > 0.2)
    throw new Error(`${name} made ${made} of ${pages} pages, of ${Math.round(bytes / made)} bytes instead of ${pageBytes}.`)
}

function isThere(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The same template as {@link bodyOf}, in Hugo's language. */
const HUGO_PAGE = `<!doctype html><html><head><title>{{ .Title }}</title></head><body>{{ partial "filler.html" . }}<h1>{{ .Title }}</h1>
<p>{{ .Params.summary }}</p>{{ .Params.introduction_rendered | safeHTML }}
{{ range .Params.steps }}<section id="s{{ .stepid }}"><h2>{{ .title }}</h2>{{ range .media.data }}<img src="{{ .standard }}" alt="">{{ end }}
<ul>{{ range .lines }}<li class="{{ .bullet }}">{{ .text_rendered | safeHTML }}</li>{{ end }}</ul></section>
{{ end }}{{ .Params.conclusion_rendered | safeHTML }}{{ range .Params.comments }}<article>{{ .text_rendered | safeHTML }}</article>{{ end }}</body></html>
`

function hugo(folder: string, guides: readonly Guide[], filler: string): Run | undefined {
  if (!isThere('hugo', 'version')) {
    console.log('Hugo is not installed: it is not measured (on Debian: apt-get install hugo).')
    return undefined
  }
  for (const name of ['content/guide', 'layouts/_default', 'layouts/partials']) mkdirSync(join(folder, name), { recursive: true })
  const kinds = ['taxonomy', 'term', 'RSS', 'sitemap', 'section', '404']
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ baseURL: 'https://repair.example/', disableKinds: kinds }))
  writeFileSync(join(folder, 'layouts/_default/single.html'), HUGO_PAGE)
  writeFileSync(join(folder, 'layouts/index.html'), '<h1>Guides</h1>')
  writeFileSync(join(folder, 'layouts/partials/filler.html'), filler)
  // `type` and `url` mean something else to Hugo.
  for (const guide of guides)
    writeFileSync(join(folder, 'content/guide', `${guide.guideid}.md`), `${JSON.stringify({ ...guide, type: '', url: '' })}\n`)
  return async (round) => {
    const out = join(folder, `out${round}`)
    return { name: 'Hugo', figures: await runTree('hugo', ['--quiet', '-s', folder, '-d', out]), out }
  }
}

/** A guide as plain HTML. Eleventy gets the source of this function. */
function bodyOf(guide: Guide): string {
  const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const steps = guide.steps.map((step) => {
    const pictures = ((step.media?.data ?? []) as { standard: string }[]).map(({ standard }) => `<img src="${escape(standard)}" alt="">`)
    const lines = step.lines.map(({ bullet, text_rendered }) => `<li class="${escape(bullet)}">${text_rendered}</li>`)
    return `<section id="s${step.stepid}"><h2>${escape(step.title)}</h2>${pictures.join('')}\n<ul>${lines.join('')}</ul></section>\n`
  })
  const comments = guide.comments.map(({ text_rendered }) => `<article>${text_rendered}</article>`)
  return `<h1>${escape(guide.title)}</h1>\n<p>${escape(guide.summary)}</p>${guide.introduction_rendered}\n${steps.join('')}${guide.conclusion_rendered}${comments.join('')}`
}

function eleventy(folder: string, guides: readonly Guide[], filler: string): Run | undefined {
  mkdirSync(join(folder, 'in/_data'), { recursive: true })
  mkdirSync(join(folder, 'records'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}')
  if (!isThere('npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ELEVENTY)) {
    console.log(`${ELEVENTY} could not be fetched: it is not measured.`)
    return undefined
  }
  for (const guide of guides) writeFileSync(join(folder, 'records', `${guide.guideid}.json`), JSON.stringify(guide))
  writeFileSync(join(folder, 'filler.html'), filler)
  writeFileSync(
    join(folder, 'in/_data/guides.js'),
    `import { readdirSync, readFileSync } from 'node:fs'
const folder = ${JSON.stringify(join(folder, 'records'))}
export default () => readdirSync(folder).map((name) => JSON.parse(readFileSync(folder + '/' + name, 'utf8')))
`,
  )
  writeFileSync(
    join(folder, 'in/guide.11ty.js'),
    `import { readFileSync } from 'node:fs'
const filler = readFileSync(${JSON.stringify(join(folder, 'filler.html'))}, 'utf8')
export const data = { pagination: { data: 'guides', size: 1, alias: 'guide' }, permalink: ({ guide }) => '/guide/' + guide.guideid + '/' }
${bodyOf.toString()}
export const render = ({ guide }) => '<!doctype html><html><head><title></title></head><body>' + filler + bodyOf(guide) + '</body></html>'
`,
  )
  const program = join(folder, 'node_modules/@11ty/eleventy/cmd.cjs')
  return async (round) => ({
    name: 'Eleventy',
    figures: await runTree(process.execPath, [program, '--quiet', '--input=in', `--output=out${round}`], { cwd: folder }),
    out: join(folder, `out${round}`),
  })
}
