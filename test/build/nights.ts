import { existsSync, statSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { BuildResult } from '../../src/build.ts'
import { readConfig } from '../../src/config.ts'
import { buildApart } from '../../src/library/separate-build.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { randomFrom } from '../crawl/kill.ts'
import { differing, rewritten, siteFiles } from '../site-files.ts'
import { cacheOf, CHANGES, type ChangingSite, firstSite } from './changing-site.ts'

/** What stands beside a site, by its ending. */
const BESIDE = ['', '.state', '.sha256', '.changes.json', '.hosts']

/** The modules of some hundred builds are too much for one process; those of a few show their coverage. */
const IS_LONG = Number(process.env.CHANGE_SETS ?? '0') > 20

/** Builds with modules that remember no build before. */
async function build(flags: Record<string, unknown>, isApart: boolean): Promise<BuildResult & { warnings: string[] }> {
  const warnings: string[] = []
  const config = readConfig({ workers: '1', allowUnreadable: '100', site: 'https://mend.example', ...flags }, {})
  const hooks = { onWarning: (warning: string) => void warnings.push(warning) }
  if (isApart) return { ...(await buildApart(config, hooks)), warnings }
  vi.resetModules()
  const { buildSite } = await import('../../src/build.ts')
  return { ...(await buildSite(config, 'Benchbook test', hooks)), warnings }
}

interface First {
  seed?: number
  guides?: number
  flags?: Record<string, unknown>
  /** Where all of it is; without, a folder that goes with the test. */
  home?: string
  /** True to build in processes of their own. */
  isApart?: boolean
}

/** A site that changes, its cache, and what is built of it night after night. */
export class Nights {
  readonly site: ChangingSite
  readonly chance: () => number
  /** Where the last site is. */
  out = ''
  readonly #home: string
  readonly #flags: Record<string, unknown>
  readonly #isApart: boolean
  #count = 0

  private constructor(
    site: ChangingSite,
    chance: () => number,
    { home, flags, isApart }: Required<Pick<First, 'home' | 'flags' | 'isApart'>>,
  ) {
    this.site = site
    this.chance = chance
    this.#home = home
    this.#flags = { cache: join(home, 'cache'), ...flags }
    this.#isApart = isApart
  }

  /** The first night of a site of so many guides. */
  static async first({ seed = 0, guides = 9, flags = {}, home, isApart = IS_LONG }: First = {}) {
    const chance = randomFrom(seed)
    const nights = new Nights(firstSite(chance, guides), chance, { home: home ?? (await temporaryFolder()), flags, isApart })
    await nights.#crawl()
    nights.out = (await nights.whole()).out
    return nights
  }

  /** Changes the site by the names of {@link CHANGES}. */
  change(...names: readonly string[]): void {
    this.site.night++
    for (const name of names) CHANGES[name]?.(this.site, this.chance)
  }

  /** Crawls and builds. The files that have changed are told, and no others are touched. */
  async build(flags: Record<string, unknown> = {}) {
    await this.#crawl()
    await this.#move()
    const before = await siteFiles(this.out)
    const made = await build({ ...this.#flags, ...flags, out: this.out }, this.#isApart)
    const after = await siteFiles(this.out)
    expect(rewritten(before, after)).toEqual([])
    const told = JSON.parse(await readFile(`${this.out}.changes.json`, 'utf8')) as BuildResult['changes']
    const [removed, there] = [
      differing(before, after).filter((file) => !after.has(file)),
      differing(before, after).filter((file) => after.has(file)),
    ]
    const bytes = there.reduce((sum, file) => sum + statSync(join(this.out, file)).size, 0)
    expect(told).toMatchObject({ ...made.changes, removed, bytes })
    expect([...told.added, ...told.changed].sort()).toEqual(there)
    return made
  }

  /** Builds what the last crawl found without a site from before: what it made, and where. */
  async whole(flags: Record<string, unknown> = {}) {
    const out = this.#folder()
    return { out, ...(await build({ ...this.#flags, ...flags, out }, this.#isApart)) }
  }

  /** Builds, and compares every byte with a build that knows of none before. Gives how many pages were rendered. */
  async compare(message: string, flags: Record<string, unknown> = {}): Promise<number> {
    const made = await this.build(flags)
    const { out, unreadable, damaged, keptPages } = await this.whole(flags)
    expect(differing(await siteFiles(this.out), await siteFiles(out)), message).toEqual([])
    expect({ unreadable: made.unreadable, damaged: made.damaged }).toEqual({ unreadable, damaged })
    expect(keptPages).toBe(0)
    await rm(out, { recursive: true })
    return made.pages - made.keptPages
  }

  /** A cache in the place of the one before. */
  async #crawl(): Promise<void> {
    const cache = join(this.#home, 'cache')
    await rm(cache, { recursive: true, force: true })
    await writeCache(cache, cacheOf(this.site))
  }

  /** A process loads a program once from where it lies: each build gets a folder of its own. */
  async #move(): Promise<void> {
    const next = this.#folder()
    for (const end of BESIDE)
      if (existsSync(`${this.out}${end}`)) await cp(`${this.out}${end}`, `${next}${end}`, { recursive: true, preserveTimestamps: true })
    await rm(this.out, { recursive: true })
    this.out = next
  }

  #folder(): string {
    return join(this.#home, String(this.#count++))
  }
}

/** How sites are built, by their seeds. */
const FLAGS = [{}, { emptyCategories: 'listed' }, { fallback: 'hide', emptyCategories: 'listed' }, { links: 'relative' }]

/** As many sets of random changes, one a night, each compared with a full build. */
export async function compareNights(sets: number, given: First & { seed: number }, share: number): Promise<void> {
  const nights = await Nights.first({ ...given, flags: FLAGS[given.seed % FLAGS.length] ?? {} })
  const flags: Record<string, unknown> = {}
  for (let set = 0; set < sets; set++) {
    const names = Object.keys(CHANGES).filter(() => nights.chance() < share)
    nights.change(...names)
    if (nights.chance() < 0.05) flags.footer = `Night ${nights.site.night}`
    await nights.compare(names.join(', '), flags)
  }
}
