import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brandTokens, readBrand } from '../brand/brand.ts'
import { mapStacks } from '../brand/component-fault.ts'
import { ParseSandbox } from '../parse-sandbox/parse-sandbox.ts'
import { preparePages } from '../build/compiled-pages.ts'
import { PROGRAM } from '../build/compile-pages.ts'
import { placeShell } from '../build/one-file-shell.ts'
import { PageMaker } from '../build/page-maker.ts'
import { type PagePlan, type PlannedPage, planPages } from '../build/page-plan.ts'
import { loadProgram, type PageProgram } from '../build/page-program.ts'
import { setLargeRecordCheck } from '../cache/large-records.ts'
import { openCache } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import { toEnvironment } from '../config.ts'
import { placeFiles } from '../disk/copy.ts'
import { SHELL_FILE } from '../one-file/shell.ts'
import { placeMedia } from '../publish/media.ts'
import { publishedFile } from '../publish/not-found.ts'
import type { Staging } from '../publish/staging.ts'
import { ownFiles } from '../views/own/own-files.ts'
import { readOwnWords } from '../views/own/own-words.ts'
import { RELOAD_FILE, RELOAD_SCRIPT } from './reload-script.ts'

const TOKENS_FILE = 'benchbook-preview.css'

interface Parts {
  config: Config
  site: string
  program: PageProgram
  plan: PagePlan
  languages: readonly string[]
  sandbox: ParseSandbox
}

/** A site whose pages are rendered on demand. One per process: the views open their cache once. */
export class LazySite {
  readonly #parts: Parts
  readonly #root: URL
  readonly #planned: ReadonlyMap<string, PlannedPage>
  readonly #made = new Map<string, Promise<void>>()

  private constructor(parts: Parts) {
    this.#parts = parts
    this.#root = new URL(rootOf(parts.config.base), parts.config.site || 'http://localhost:4321')
    const pages = [...parts.plan.pages, ...parts.plan.sitemaps]
    this.#planned = new Map(pages.map((page) => [publishedFile(page.file, parts.languages), page]))
  }

  /** Lists the site's pages once compiled, without rendering any. Throws what `buildSite` throws for an invalid configuration. */
  static async open(config: Config, staging: Pick<Staging, 'folder' | 'site'>, onWarning: (warning: string) => void): Promise<LazySite> {
    const { manifest } = await openCache(config.cache)
    for (const warning of (await readOwnWords(config.words)).warnings) onWarning(warning)
    const tokens = await brandTokens(config)
    Object.assign(process.env, toEnvironment(config))
    const sandbox = new ParseSandbox()
    setLargeRecordCheck(({ key: { kind }, text }) => sandbox.refusal({ kind, text }))
    mapStacks(config.components)
    await placeFiles(await ownFiles(), staging.site)
    await writeFile(join(staging.site, RELOAD_FILE), RELOAD_SCRIPT)
    await writeFile(join(staging.site, TOKENS_FILE), tokens)
    const languages = manifest.translations ?? []
    const program = await loadProgram(join(staging.folder, PROGRAM))
    const plan = planPages(await program.paths(), languages)
    return new LazySite({ config, site: staging.site, program, plan, languages, sandbox })
  }

  get pages(): number {
    return this.#parts.plan.pages.filter(({ isPage }) => isPage).length
  }

  /** Renders a file of the site, and its dependencies, unless it exists; does nothing if the site has no such file. */
  async make(file: string): Promise<void> {
    const page = this.#planned.get(file)
    if (!page && file !== SHELL_FILE) return
    let making = this.#made.get(file)
    if (!making) this.#made.set(file, (making = page ? this.#makePage({ ...page, file }) : this.#makeShell()))
    await making
  }

  close(): void {
    this.#parts.sandbox.close()
  }

  /** It includes the styles of a guide's page. */
  async #makeShell(): Promise<void> {
    const guide = [...this.#planned.keys()].find((file) => /^guide\/\d+\/index\.html$/.test(file))
    if (guide) await this.make(guide)
    await placeShell(this.#parts.site, this.#parts.config.base)
  }

  async #makePage(page: PlannedPage): Promise<void> {
    const { config, site, program, plan } = this.#parts
    const root = this.#root
    // A separate renderer for each: after an error it renders nothing more.
    const maker = new PageMaker(program, plan.standIn, { site, root, components: config.components, script: undefined })
    const wanted = [page].values()
    const media = new Set<string>()
    await maker.makeAll(
      () => wanted.next().value,
      (made) => made.media.forEach((one) => media.add(one)),
    )
    await placeMedia({ cache: config.cache, before: config.out, site }, media)
    if (page.isPage) await addToHead(join(site, page.file), root.pathname)
  }
}

/** Compiles the pages into a folder. */
export async function compilePreview(config: Config, staging: Pick<Staging, 'folder' | 'site'>): Promise<void> {
  Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1' })
  // Colours have a separate style sheet: compiled in, a change would take as long to show as that of a component.
  const brand = await readBrand({ ...config, accent: '', colours: '' })
  await preparePages(config, brand, staging)
}

async function addToHead(path: string, root: string): Promise<void> {
  const added = `<link rel="stylesheet" href="${root}${TOKENS_FILE}"><script src="${root}${RELOAD_FILE}" defer></script>`
  await writeFile(
    path,
    (await readFile(path, 'utf8')).replace('</head>', () => `${added}</head>`),
  )
}

/** `/docs` → `/docs/`. */
export const rootOf = (base: string): string => base.replace(/(?<!\/)\/*$/, '/')
