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

/** Copies a site with what its build has written next to it. A process loads a program only once per path: each build gets its own folder. */
export async function copySite(from: string, to: string): Promise<void> {
  for (const end of ['', '.state', '.sha256', '.changes.json', '.hosts'])
    if (existsSync(`${from}${end}`)) await cp(`${from}${end}`, `${to}${end}`, { recursive: true, preserveTimestamps: true })
}

/** The modules of some hundred builds are too much for one process; a few builds in one process show their coverage. */
const IS_LONG = Number(process.env.CHANGE_SETS ?? '0') > 20

/** Builds with fresh modules that remember no earlier build. */
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
  /** The folder for everything; by default one that is removed with the test. */
  home?: string
  /** True to build in separate processes. */
  isApart?: boolean
}

/** A changing site, its cache, and the builds of it night after night. */
export class Nights {
  readonly chance: () => number
  readonly site: ChangingSite
  /** The folder of the last site. */
  out = ''
  readonly #home: string
  readonly #flags: Record<string, unknown>
  readonly #isApart: boolean
  #count = 0

  private constructor({ seed = 0, guides = 9, flags = {}, isApart = IS_LONG }: First, home: string) {
    this.chance = randomFrom(seed)
    this.site = firstSite(this.chance, guides)
    this.#home = home
    this.#flags = { cache: join(home, 'cache'), ...flags }
    this.#isApart = isApart
  }

  /** The first night of a site with this number of guides. */
  static async first(given: First = {}) {
    const nights = new Nights(given, given.home ?? (await temporaryFolder()))
    await nights.#crawl()
    nights.out = (await nights.whole()).out
    return nights
  }

  /** Changes the site by the names of {@link CHANGES}. */
  change(...names: readonly string[]): void {
    this.site.night++
    for (const name of names) CHANGES[name]?.(this.site, this.chance)
  }

  /** Crawls and builds. The reported changes must be exact, and no other file touched. */
  async build(flags: Record<string, unknown> = {}) {
    await this.#crawl()
    await this.#move()
    const before = await siteFiles(this.out)
    const made = await build({ ...this.#flags, ...flags, out: this.out }, this.#isApart)
    const after = await siteFiles(this.out)
    expect(rewritten(before, after)).toEqual([])
    const told = JSON.parse(await readFile(`${this.out}.changes.json`, 'utf8')) as BuildResult['changes']
    const differ = differing(before, after)
    const [removed, there] = [differ.filter((file) => !after.has(file)), differ.filter((file) => after.has(file))]
    const bytes = there.reduce((sum, file) => sum + statSync(join(this.out, file)).size, 0)
    expect(told).toMatchObject({ ...made.changes, removed, bytes })
    expect([...told.added, ...told.changed].sort()).toEqual(there)
    return made
  }

  /** Builds the result of the last crawl without an earlier site: the result and its folder. */
  async whole(flags: Record<string, unknown> = {}) {
    const out = this.#folder()
    return { out, ...(await build({ ...this.#flags, ...flags, out }, this.#isApart)) }
  }

  /** Builds, and compares every byte with a build without an earlier site. Returns the number of rendered pages. */
  async compare(message: string, flags: Record<string, unknown> = {}): Promise<number> {
    const made = await this.build(flags)
    const { out, unreadable, damaged, keptPages } = await this.whole(flags)
    expect(differing(await siteFiles(this.out), await siteFiles(out)), message).toEqual([])
    expect({ unreadable: made.unreadable, damaged: made.damaged }).toEqual({ unreadable, damaged })
    expect(keptPages).toBe(0)
    await rm(out, { recursive: true })
    return made.pages - made.keptPages
  }

  /** Replaces the cache. */
  async #crawl(): Promise<void> {
    const cache = join(this.#home, 'cache')
    await rm(cache, { recursive: true, force: true })
    await writeCache(cache, cacheOf(this.site))
  }

  async #move(): Promise<void> {
    const next = this.#folder()
    await copySite(this.out, next)
    await rm(this.out, { recursive: true })
    this.out = next
  }

  #folder(): string {
    return join(this.#home, String(this.#count++))
  }
}

/** How sites are built, by their seeds. */
const FLAGS = [{}, { emptyCategories: 'listed' }, { fallback: 'hide', emptyCategories: 'listed' }, { links: 'relative' }]

/** The number of sets of random changes, one a night, each compared with a full build. */
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
