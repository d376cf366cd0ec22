import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { BuildResult } from '../../src/build.ts'
import { readConfig } from '../../src/config.ts'
import { buildApart } from '../../src/library/separate-build.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { randomFrom } from '../crawl/kill.ts'
import { differing, rewritten, siteFiles } from '../site-files.ts'
import { SWEEP } from '../sweep.ts'
import { cacheOf, CHANGES, type ChangingSite, firstSite } from './changing-site.ts'

/** What stands beside a site, by its ending. */
const BESIDE = ['', '.state', '.sha256', '.changes.json']

/** A site with an address has a program of its own, which takes seconds to compile. */
const ADDRESS = SWEEP ? { site: 'https://mend.example' } : {}

/** The modules of some hundred builds are too much for one process; those of a few show their coverage. */
const IS_LONG = Number(process.env.CHANGE_SETS ?? '0') > 20

/** Builds with modules that remember no build before. */
async function build(flags: Record<string, unknown>, isApart: boolean): Promise<BuildResult & { warnings: string[] }> {
  const warnings: string[] = []
  const config = readConfig({ workers: '1', allowUnreadable: '100', ...ADDRESS, ...flags }, {})
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
  compare?: Compare
  /** True to build in processes of their own. */
  isApart?: boolean
}

/** Compares a site that follows changes with one that is built as a whole, by their folders. */
export type Compare = (made: string, whole: string, message: string) => Promise<void>

const haveSameBytes: Compare = async (made, whole, message) => {
  expect(differing(await siteFiles(made), await siteFiles(whole)), message).toEqual([])
}

/** A site that changes, its cache, and what is built of it night after night. */
export class Nights {
  readonly site: ChangingSite
  readonly chance: () => number
  /** Where the last site is. */
  out = ''
  readonly #home: string
  readonly #flags: Record<string, unknown>
  readonly #compare: Compare
  readonly #isApart: boolean
  #count = 0

  private constructor(
    site: ChangingSite,
    chance: () => number,
    home: string,
    { flags, compare, isApart }: Omit<Required<First>, 'seed' | 'guides'>,
  ) {
    this.site = site
    this.chance = chance
    this.#home = home
    this.#flags = { cache: join(home, 'cache'), ...flags }
    this.#compare = compare
    this.#isApart = isApart
  }

  /** The first night of a site of so many guides. */
  static async first({ seed = 0, guides = 9, flags = {}, compare = haveSameBytes, isApart = IS_LONG }: First = {}) {
    const chance = randomFrom(seed)
    const nights = new Nights(firstSite(chance, guides), chance, await temporaryFolder(), { flags, compare, isApart })
    await nights.#crawl()
    nights.out = nights.#folder()
    await build({ ...nights.#flags, out: nights.out }, isApart)
    return nights
  }

  /** Changes the site by the names of {@link CHANGES}. */
  change(...names: readonly string[]): void {
    this.site.night++
    for (const name of names) CHANGES[name]?.(this.site, this.chance)
  }

  /** Crawls and builds. */
  async build(flags: Record<string, unknown> = {}) {
    await this.#crawl()
    await this.#move()
    const before = await siteFiles(this.out)
    const made = await build({ ...this.#flags, ...flags, out: this.out }, this.#isApart)
    expect(rewritten(before, await siteFiles(this.out))).toEqual([])
    return made
  }

  /** Builds, and compares with a build that knows of none before: every byte, unless told otherwise. Gives how many pages were rendered. */
  async compare(message: string, flags: Record<string, unknown> = {}): Promise<number> {
    const made = await this.build(flags)
    const full = this.#folder()
    const whole = await build({ ...this.#flags, ...flags, out: full }, this.#isApart)
    await this.#compare(this.out, full, message)
    expect({ unreadable: made.unreadable, damaged: made.damaged }).toEqual({ unreadable: whole.unreadable, damaged: whole.damaged })
    expect(whole.keptPages).toBe(0)
    await rm(full, { recursive: true })
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
const FLAGS = [{}, { emptyCategories: 'listed' }, { fallback: 'hide', emptyCategories: 'listed' }]

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
