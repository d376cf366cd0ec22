import { type Checked, readChecked } from '../cache/checked.ts'
import type { CacheReader } from '../cache/reader.ts'
import { maxAgeDays, MAX_MISSING_AGE_DAYS, MAX_MISSING_MEDIA_AGE_DAYS, spread } from './age.ts'
import { type CrawledKey, type CrawledKind, type CrawledList, nameOf, sourceOf } from './endpoints.ts'
import { isOlder, isSame, type Print, type Verdict, verdictOn } from './fresh.ts'
import { newestDate, partsOf, printItem } from './prints.ts'

const DAY_SECONDS = 86_400

/** Knows what the last finished crawl knew, and what the lists of this one say about it. */
export class Freshness {
  /** Seconds. */
  readonly #now = Date.now() / 1000
  readonly #previous: CacheReader | undefined
  /** By name: when it was asked for last before this crawl, and what of it was missing then. */
  readonly #asked = new Map<string, number>()
  /** By name: what the service knows the stored answer by. */
  readonly #validators = new Map<string, string>()
  readonly #missing = new Map<string, Checked>()
  readonly #missingNow = new Map<string, Checked>()
  /** By list, while it is read: the last list's items that have not come yet. */
  readonly #last = new Map<CrawledList, Map<string, Print & { mark: string }>>()
  /** Names of listed records with the date that the list gives them, in seconds. */
  readonly #listed = new Map<string, number>()
  readonly #changed = new Set<string>()
  /** Names of records that this crawl has asked for, or found changed: their translations are asked for as well. */
  readonly #renewed = new Set<string>()
  readonly #datedNamespaces = new Set<string>()
  #due: ReadonlySet<string> = new Set()

  /** Without a finished crawl, or with `previous` left out, everything is asked for. */
  constructor(previous?: CacheReader) {
    this.#previous = previous
  }

  /** True when there is something to compare with: the lists are read before any record. */
  get isIncremental(): boolean {
    return this.#previous !== undefined
  }

  /**
   * Reads what the last crawl noted. `verifyPercent` of the records, those asked for longest ago, are due although nothing speaks for
   * it. `includePrivate`: what was private to a crawl that did not want it is asked for again.
   */
  async load(verifyPercent = 0, includePrivate = false): Promise<void> {
    if (!this.#previous) return
    const isOutOfDate = ({ missing }: Checked) => missing === 'private' && includePrivate && !this.#previous?.manifest.includesPrivate
    const finishedAt = Date.parse(this.#previous.manifest.finishedAt) / 1000
    for await (const key of this.#previous.keys()) this.#asked.set(nameOf(key), finishedAt)
    for await (const note of readChecked(this.#previous.folder)) {
      if (isOutOfDate(note)) continue
      if (note.missing) this.#missing.set(note.name, note)
      else if (this.#asked.has(note.name)) {
        this.#asked.set(note.name, note.at)
        if (note.validator) this.#validators.set(note.name, note.validator)
      }
    }
    const share = Math.ceil((this.#asked.size * verifyPercent) / 100)
    const isAlwaysAsked = (name: string) => name.endsWith(' ')
    const unasked = [...this.#asked].filter(([name]) => !isAlwaysAsked(name))
    const oldest = share > 0 ? unasked.sort(([, a], [, b]) => a - b).slice(0, share) : []
    this.#due = new Set(oldest.map(([name]) => name))
  }

  /** To be called before the first item of a list. */
  async begin(list: CrawledList): Promise<void> {
    if (!this.#previous) return
    const last = new Map<string, Print & { mark: string }>()
    for await (const item of this.#previous.list(list)) {
      const print = printItem(list, item)
      if (print) last.set(print.name, print)
    }
    this.#last.set(list, last)
  }

  /** Holds an item against the last list's. */
  note(list: CrawledList, item: unknown): void {
    const last = this.#last.get(list)
    const print = last && printItem(list, item)
    if (!print) return
    this.#listed.set(print.name, print.modifiedAt)
    const before = last.get(print.name)
    if (!before || !isSame(before, print)) this.#changed.add(print.mark)
    last.delete(print.name)
  }

  /** To be called when a list was read to its end. Gives the names of what it has lost. */
  end(list: CrawledList): string[] {
    const lost = this.#last.get(list) ?? new Map<string, { mark: string }>()
    this.#last.delete(list)
    for (const { mark } of lost.values()) this.#changed.add(mark)
    return [...lost.keys()]
  }

  /** The service told which wikis of a namespace have changed. */
  wikisChanged(namespace: string, titles: readonly string[]): void {
    this.#datedNamespaces.add(namespace)
    for (const title of titles) this.#changed.add(`wiki ${namespace}/${title}`)
  }

  /** What is to become of a record; `stored` is its answer in the last crawl. */
  verdict(key: CrawledKey, stored: unknown): Verdict {
    if (!this.#previous) return 'fetch'
    const name = nameOf(key)
    const listedAt = this.#listed.get(name)
    const isDated = listedAt !== undefined && (key.kind !== 'wiki' || this.#datedNamespaces.has(key.id.slice(0, key.id.indexOf('/'))))
    const isRenewed = key.lang !== undefined && this.#renewed.has(nameOf(sourceOf(key)))
    const wasMissing = stored === undefined && this.#missing.has(name)
    const at = this.#missing.get(name)?.at ?? this.#asked.get(name) ?? 0
    return verdictOn({
      listed: this.#changed.has(name) ? 'changed' : listedAt === undefined ? 'unlisted' : 'same',
      isStored: stored !== undefined,
      wasMissing,
      isOutdated: this.isOutdated(key, stored),
      hasChangedPart: isRenewed || partsOf(key, stored).some((mark) => this.#changed.has(mark)),
      ageDays: at > 0 ? (this.#now - at) / DAY_SECONDS : Number.POSITIVE_INFINITY,
      maxAgeDays: maxAgeDays(key, { isDated, wasMissing }),
      isDue: this.#due.has(name),
    })
  }

  /** True when the list dates a record later than an answer that is stored. */
  isOutdated(key: CrawledKey, stored: unknown): boolean {
    return isOlder(newestDate(stored), this.#listed.get(nameOf(key)) ?? 0)
  }

  /** True when an answer that a crawl cut short stored at a time (seconds) can stand for today's: it is of today, or the list has its date. */
  isCurrent(key: CrawledKey, answer: unknown, at: number): boolean {
    if (this.#now - at < DAY_SECONDS) return true
    const [dated, listedAt] = [newestDate(answer), this.#listed.get(nameOf(key)) ?? 0]
    return dated > 0 && listedAt > 0 && !isOlder(dated, listedAt)
  }

  /** True when a record is asked for only because its turn has come. */
  isVerified(key: CrawledKey): boolean {
    return this.#due.has(nameOf(key)) && !this.#changed.has(nameOf(key))
  }

  /** The service gave a record, with a validator (see validator.ts) or without. */
  had(key: CrawledKey, validator = '', at?: number): void {
    if (at) this.#asked.set(nameOf(key), at)
    else this.#asked.delete(nameOf(key)) // what has no note was asked for now: a first crawl remembers nothing
    if (validator) this.#validators.set(nameOf(key), validator)
    else this.#validators.delete(nameOf(key))
  }

  /** What the service knows the stored answer by. */
  validator(key: CrawledKey): string | undefined {
    return this.#validators.get(nameOf(key))
  }

  /** A record was asked for, or is another than in the last crawl. */
  renew(key: CrawledKey): void {
    if (this.#previous && !key.lang) this.#renewed.add(nameOf(key))
  }

  /** Asking for a record failed: the next crawl asks again, whatever the lists say. */
  failed(key: CrawledKey): void {
    this.#asked.set(nameOf(key), 0)
  }

  /** The service did not give something (a record, or a file by its hash), for good. `isWithheld`: it would have, but nobody wants it. */
  lacked(name: string, missing: 'gone' | 'private', isWithheld = false): void {
    this.#missingNow.set(name, { name, at: this.#now, missing, ...(isWithheld && { isWithheld }) })
  }

  /** What the service said when it did not have something; the note stays for the next crawl. */
  stillMissing(name: string): 'gone' | 'private' | undefined {
    const note = this.#missing.get(name)
    if (note) this.#missingNow.set(name, note)
    return note?.missing
  }

  /** {@link Freshness.stillMissing} of a file, as long as it is not time to look again. */
  missingMedia(hash: string): 'gone' | 'private' | undefined {
    const name = `media ${hash}`
    const note = this.#missing.get(name)
    const isOld = !note || (this.#now - note.at) / DAY_SECONDS >= spread(MAX_MISSING_MEDIA_AGE_DAYS, name)
    return isOld ? undefined : this.stillMissing(name)
  }

  /** True when the service lately did not have a kind at all: `enough` were missing, and none was there. */
  isLacking(kind: CrawledKind, enough: number): boolean {
    const isOf = (name: string) => name.startsWith(`${kind} `)
    const isYoung = ({ at }: Checked) => (this.#now - at) / DAY_SECONDS < MAX_MISSING_AGE_DAYS
    const names = [...this.#missing.values()].filter((note) => isOf(note.name) && isYoung(note)).map(({ name }) => name)
    if (names.length < enough || [...this.#asked.keys()].some(isOf)) return false
    for (const name of names) this.stillMissing(name)
    return true
  }

  /** For the next crawl: what stays, and what was missing. */
  *notes(kept: Iterable<CrawledKey>): Generator<Checked> {
    for (const key of kept) {
      const validator = this.validator(key)
      yield { name: nameOf(key), at: this.#asked.get(nameOf(key)) ?? this.#now, ...(validator && { validator }) }
    }
    yield* this.#missingNow.values()
  }
}
