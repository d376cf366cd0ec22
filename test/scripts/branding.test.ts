import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contrast, TEXT_CONTRAST } from '../../src/brand/contrast.ts'
import { benchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { folderForAll, writeFiles } from '../folders.ts'
import { copySample, SAMPLE } from '../sample-copy.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>'
const IMPRINT = `# Imprint

We are here. See [the team](team.md), [a guide](https://mendery.example/Guide/x/27) and [the law](https://law.example/).

![We](we.svg)

<script>alert(1)</script><b onclick="alert(2)">bold</b>
`

const HEADER = `---
import SiteHeader from 'benchbook/components/SiteHeader.astro'
import dot from './parts/dot.svg?url'
---
<SiteHeader {...Astro.props} />
<p class="dotted"><img src={dot} alt="" width="40" height="20" /></p>
<style>
  .dotted { background: url('./parts/dot.svg') }
</style>
<script>
  import { hello } from './parts/words.ts'
  document.documentElement.dataset.hello = hello
</script>
`

let told: string
let cache = SAMPLE
const page = (path: string) => readFile(join(out, path), 'utf8')
const build = (...flags: string[]) => benchbook(['build', '--cache', cache, '--out', out, ...flags])

// Outside the project, even if that is in the folder of temporary files itself: a site's own files may be anywhere.
const FAR = ROOT.startsWith(tmpdir()) && existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const folder = folderForAll(FAR)
const out = join(folder, 'dist')

const write = async (path: string, text: string): Promise<string> => {
  await writeFiles(folder, { [path]: text })
  return join(folder, path)
}

/** Writes the examples of docs/branding.md to files: blocks that start with a file name. */
async function writeExamples(): Promise<void> {
  const told = await readFile(join(ROOT, 'docs/branding.md'), 'utf8')
  for (const [, kind, name = '', text = ''] of told.matchAll(/^```(astro|json) (\S+)\n([\s\S]*?)^```/gm))
    await write(kind === 'astro' ? `components/${name}` : name, text)
}

describe('a branded site', () => {
  beforeAll(async () => {
    cache = await copySample(join(folder, 'cache'), ['de'])
    await writeExamples()
    await write('components/SiteHeader.astro', HEADER)
    await write('components/parts/words.ts', "export const hello: string = 'hello from afar'\n")
    await write('components/parts/dot.svg', LOGO)
    await write('pages/imprint.md', IMPRINT)
    await write('pages/imprint.de.md', '# Impressum\n\nWir sind hier.\n')
    await write('pages/team.md', '# The team\n\nAll of us.\n')
    await write('pages/we.svg', LOGO)
    const flags = ['--name', 'Repair Café', '--footer', 'Open on Saturdays.', '--accent', '#0b6e4f', '--site', 'https://x.example']
    const files = ['--logo', await write('our logo.svg', LOGO), '--colours', join(folder, 'colours.json')]
    const folders = ['--pages', join(folder, 'pages'), '--components', join(folder, 'components')]
    const synonyms = [
      '--synonyms',
      await write('our-words.json', '{"de": [["Hof", "Werft"]], "nl": [["werf", "hof"]], "en": [["yard", "court"]]}'),
    ]
    const built = await build('--base', '/our/', ...flags, ...files, ...folders, ...synonyms)
    expect(built.code, built.stderr).toBe(0)
    told = built.stdout
    const checked = await benchbookHere(['check', '--out', out])
    expect(checked.code, checked.stdout).toBe(0)
  })

  test('gets a warning about synonyms of a language without pages', () => {
    expect(told.split('\n').filter((line) => line.includes('synonyms'))).toEqual([
      `The synonyms for nl in ${join(folder, 'our-words.json')} have no effect: the pages of this site are in en and de.`,
    ])
  })

  test('shows its logo, in the tab as well, and its sentence', async () => {
    const home = await page('index.html')
    expect(home).toContain('<img class="site-logo" src="/our/logo.svg" width="40" height="20" alt="">')
    expect(home).toContain('<link rel="icon" href="/our/logo.svg">')
    expect(home).toContain('<link rel="apple-touch-icon" href="/our/apple-touch-icon.png">')
    expect(home).toMatch(/<p class="site-sentence">\s*Open on Saturdays\.\s*<\/p>/)
    expect(await page('logo.svg')).toBe(LOGO)
  })

  test('names the copied site, whatever its own name is', async () => {
    expect(await page('about/index.html')).toContain('A copy of mendery.example, made')
  })

  test('has its colours, in the style sheet, the icon and around the page', async () => {
    const [home, icon] = [await page('index.html'), await page('favicon.svg')]
    const sheets = await Promise.all([...home.matchAll(/href="\/our\/(_astro\/[^"]+\.css)"/g)].map(([, path = '']) => page(path)))
    for (const colour of ['#0b6e4f', '#6fd3ad', '#f6f8f6']) expect(sheets.join('')).toContain(colour)
    expect(icon).toMatch(/fill: #0b6e4f[\s\S]*fill: #6fd3ad/)
    expect(home).toContain('content="#f6f8f6"')
  })

  test('has its own pages, without forbidden content', async () => {
    const imprint = await page('page/imprint/index.html')
    expect(imprint).toContain('<title>Imprint – Repair Café</title>')
    expect(imprint.match(/<h1>\s*Imprint/g)).toHaveLength(1)
    expect(imprint).toContain('<a href="/our/page/team/">the team</a>')
    expect(imprint).toContain('<a href="/our/guide/27/">a guide</a>')
    expect(imprint).toMatch(/<a class="leaving" rel="noopener external" href="https:\/\/law\.example\/">/)
    expect(imprint).toMatch(/<img src="\/our\/page\/we\.svg" width="40" height="20" alt="We"/)
    expect(imprint).not.toMatch(/alert|onclick/)
    expect(await page('guide/27/index.html')).toContain('<a href="/our/page/imprint/">Imprint</a>')
    expect(await page('sitemap-1.xml')).toContain('<loc>https://x.example/our/page/imprint/</loc>')
  })

  test('has them in the languages they are written in, and a note elsewhere', async () => {
    const [german, team] = [await page('de/page/imprint/index.html'), await page('de/page/team/index.html')]
    expect(german).toContain('Wir sind hier.')
    expect(german).toContain('rel="alternate" hreflang="en"')
    expect(team).toContain('<h1 lang="en" dir="ltr">The team</h1>')
    expect(team).toContain('noch nicht übersetzt')
    expect(team).not.toContain('rel="alternate" hreflang')
  })

  test('replaces a component as docs/branding.md shows, around the original one', async () => {
    const home = await page('index.html')
    expect(home).toMatch(/<p class="call"[^>]*>\s*Not sure\? <a href="\/our\/page\/imprint\/"[^>]*>Come by on Saturday<\/a>/)
    expect(home.indexOf('class="call"')).toBeLessThan(home.indexOf('<footer class="site-footer"'))
    expect(home).not.toContain('<style')
  })

  test('uses a component with styles, scripts and pictures from a folder anywhere', async () => {
    const home = await page('index.html')
    const named = [...home.matchAll(/(?:href|src)="\/our\/(_astro\/[^"]+\.(?:css|js|svg))"/g)].map(([, path = '']) => path)
    const texts = await Promise.all(named.map(page))
    expect(texts).toContain(LOGO)
    expect(texts.join('')).toMatch(/\.dotted[^{]*\{[^}]*url\(\/our\/_astro\/dot[^)]*\.svg\)/)
    expect(texts.join('')).toContain('hello from afar')
  })
})

describe('an invalid input ends the build with an error, before anything is written', () => {
  beforeAll(() => rm(out, { recursive: true, force: true }))

  /** Pages and components are read once per process: they need a separate one. */
  const expectSentence = async (flags: string[], words: readonly string[], isInOwnProcess = false): Promise<string> => {
    const { code, stderr } = await (isInOwnProcess ? build(...flags) : benchbookHere(['build', '--cache', cache, '--out', out, ...flags]))
    expect(code, stderr).toBe(2)
    for (const word of words) expect(stderr).toContain(word)
    // A slow machine prints its progress, too.
    expect(stderr.match(/^benchbook: /gm), stderr).toHaveLength(1)
    expect(stderr).not.toMatch(/^\s+at /m)
    return stderr
  }

  test('a hardly readable colour, and the suggested one is accepted', async () => {
    const said = await expectSentence(
      ['--accent', '#f0a030'],
      ['"accent" (#f0a030)', 'light scheme', 'the contrast is 1.', 'text needs 4.5:1'],
    )
    const shade = /closest shade that can be read there is (#[0-9a-f]{6})/.exec(said)?.[1] ?? ''
    expect(contrast(shade, '#faf6f0')).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    const { stderr } = await benchbookHere(['build', '--cache', cache, '--out', out, '--accent', shade, '--logo', 'none.svg'])
    expect(stderr).toContain('The logo')
  })

  // Whatever is refused before a page is made is in bad-input.test.ts.
  const UNUSABLE = [
    ['a name', 'Our Page.md', '# A', 'cannot be named so'],
    ['no title', 'imprint.md', 'Text', 'has no title'],
    ['no text in the site’s own language', 'imprint.de.md', '# Impressum', 'add imprint.md'],
  ] as const
  test.for(UNUSABLE)('a custom page: %s', async ([, name, text, words]) => {
    await expectSentence(['--pages', dirname(await write(`${name}-folder/${name}`, text))], [words], true)
  })

  const WRONG = [
    ['no component', '---\nconst a = {\n---\n<p>{a}</p>', 'SiteFooter.astro, line 3: '],
    [
      'a component that fails when it is drawn',
      '---\nconst none = JSON.parse("null")\nconst deep = () => none.title\n---\n<p>{deep()}</p>',
      'SiteFooter.astro, line 3: Cannot read',
    ],
    ['a component that throws', '---\nthrow new Error("boom in Call")\n---\n', 'SiteFooter.astro, line 2: boom in Call. Correct'],
    [
      'a component that imports what is not there',
      "---\nimport { a } from './none.ts'\n---\n<p>{a}</p>",
      "SiteFooter.astro: Could not resolve './none.ts'",
    ],
    [
      'a component that imports a part that is not there',
      "---\nimport None from './parts/None.astro'\n---\n<None />",
      "SiteFooter.astro: Could not resolve './parts/None.astro'",
    ],
    [
      'a component that imports one of ours that is not there',
      "---\nimport None from 'benchbook/components/None.astro'\n---\n<None />",
      "SiteFooter.astro: Could not resolve 'benchbook/components/None.astro'",
    ],
  ] as const
  test.for(WRONG)('%s: its own file and line are named', async ([name, text, words]) => {
    const path = await write(`${name.replaceAll(' ', '-')}/SiteFooter.astro`, text)
    await expectSentence(['--components', dirname(path)], [join(dirname(path), words), 'Correct the component'], true)
  })
})
