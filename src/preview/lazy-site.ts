import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brandTokens, readBrand } from '../brand/brand.ts'
import { mapStacks } from '../brand/component-fault.ts'
import { ParseSandbox } from '../parse-sandbox/parse-sandbox.ts'
import { preparePages } from '../build/compiled-pages.ts'
import { PROGRAM } from '../build/compile-pages.ts'
import { placeShell } from '../build/one-file-shell.ts'
import { PageMaker } from '../build/page-maker.ts'
import { type PlannedPage, planPages } from '../build/page-plan.ts'
import { loadProgram } from '../build/page-program.ts'
import { setLargeRecordCheck } from '../cache/large-records.ts'
import { openCache } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import { toEnvironment } from '../config.ts'
import { placeFiles } from '../disk/copy.ts'
import { SHELL_FILE } from '../one-file/shell.ts'
import { placeMedia } from '../publish/media.ts'
import { publishedFile } from '../publish/not-found.ts'
import { filesIn } from '../publish/overlay.ts'
import { rootOf } from '../publish/serve.ts'
import type { Staging } from '../publish/staging.ts'
import { ownFiles } from '../views/own/own-files.ts'
import { readOwnWords } from '../views/own/own-words.ts'
import { RELOAD_FILE, RELOAD_SCRIPT } from './reload-script.ts'

const TOKENS_FILE = 'benchbook-preview.css'

/** The folder of the compiled pages, and that of the site. */
type CompiledSite = Pick<Staging, 'folder' | 'site'>

/** A site whose pages are rendered on demand. */
export type LazySite = Awaited<ReturnType<typeof openSite>>

/** Lists a site's pages once compiled, without rendering any; once per process: views open their cache once. Throws like `buildSite`. */
export async function openSite(config: Config, { folder, site }: CompiledSite, onWarning: (warning: string) => void) {
  const { manifest } = await openCache(config.cache)
  for (const warning of (await readOwnWords(config.words)).warnings) onWarning(warning)
  const tokens = await brandTokens(config)
  Object.assign(process.env, toEnvironment(config))
  const sandbox = new ParseSandbox()
  setLargeRecordCheck(({ key: { kind }, text }) => sandbox.refusal({ kind, text }))
  mapStacks(config.components)
  await placeFiles(await ownFiles(), site)
  await writeFile(join(site, RELOAD_FILE), RELOAD_SCRIPT)
  await writeFile(join(site, TOKENS_FILE), tokens)
  const languages = manifest.translations ?? []
  const program = await loadProgram(join(folder, PROGRAM))
  const plan = planPages(await program.paths(), languages)
  const planned = new Map([...plan.pages, ...plan.sitemaps].map((page) => [publishedFile(page.file, languages), page]))
  const root = new URL(rootOf(config.base), config.site || 'http://localhost:4321')
  const made = new Map<string, Promise<void>>()

  /** Renders a file of the site, and its dependencies, unless it exists; does nothing if the site has no such file. */
  async function make(file: string): Promise<void> {
    const page = planned.get(file)
    if (!page && file !== SHELL_FILE) return
    const making = made.get(file) ?? (page ? makePage({ ...page, file }) : makeShell())
    made.set(file, making)
    await making
  }

  /** It includes the styles of a guide's page. */
  async function makeShell(): Promise<void> {
    const guide = [...planned.keys()].find((file) => /^guide\/\d+\/index\.html$/.test(file))
    if (guide) await make(guide)
    await placeShell(filesIn(site), config.base)
  }

  async function makePage(page: PlannedPage): Promise<void> {
    // A separate renderer for each: after an error it renders nothing more.
    const maker = new PageMaker(program, plan.standIn, { site, root, components: config.components, script: undefined })
    const wanted = [page].values()
    const media = new Set<string>()
    await maker.makeAll(
      () => wanted.next().value,
      (made) => made.media.forEach((one) => media.add(one)),
    )
    await placeMedia({ cache: config.cache, before: config.out, site }, media)
    if (!page.isPage) return
    const path = join(site, page.file)
    const added = `<link rel="stylesheet" href="${root.pathname}${TOKENS_FILE}"><script src="${root.pathname}${RELOAD_FILE}" defer></script>`
    const html = (await readFile(path, 'utf8')).replace('</head>', () => `${added}</head>`)
    await writeFile(path, html)
  }

  return { pages: plan.pages.filter(({ isPage }) => isPage).length, make, close: () => sandbox.close() }
}

/** Compiles the pages into a folder. */
export async function compilePreview(config: Config, place: CompiledSite): Promise<void> {
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1' })
  await mkdir(place.site, { recursive: true })
  // Colours have a separate style sheet: compiled in, a change would take as long to show as that of a component.
  const brand = await readBrand({ ...config, accent: '', colours: '' })
  await preparePages(config, brand, place)
}
