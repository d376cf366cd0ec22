import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeAtomically } from '../disk/atomic.ts'
import { readIfAllowed } from '../disk/read.ts'
import { isAsNoted, isFresh, lengthAndTime } from '../disk/stamp.ts'
import type { FileFacts } from './file-facts.ts'

/** The results of the last check are stored next to the site, for the next one. */
export const memoryFileOf = (out: string): string => `${out}.checked`

const START = 'benchbook checked '
const FORMAT = 1

/** File names are stored as numbers, since many pages reference the same file. */
interface Stored {
  key: string
  names: string[]
  /** Stamps of undamaged media files of the cache, by path. */
  sound: [path: string, stamp: string][]
  files: [name: number, stamp: string, facts: Omit<FileFacts, 'targets' | 'asked'>, targets: number[], asked: [number, string][]][]
}

interface CheckedFile {
  stamp: string
  facts: FileFacts
}

/**
 * The facts about a site's files from the last check: files with the same length and time are assumed to be unchanged. Ignores results of
 * another version or with other options, and damaged ones.
 */
export class CheckMemory {
  readonly #out: string
  readonly #key: string
  readonly #startMs = Date.now()
  readonly #isUnmanaged: boolean
  readonly #isForgotten: (name: string) => boolean
  readonly #last: Seen
  readonly #next: Seen = nothing()

  /** `options` are the inputs other than the files. What `isForgotten`, by path in the site or name in the cache, is read again. */
  constructor(out: string, options: unknown, isForgotten: (name: string) => boolean) {
    this.#out = out
    this.#key = JSON.stringify(options)
    const whole = readIfAllowed(memoryFileOf(out)) ?? ''
    this.#isUnmanaged = whole !== '' && !whole.startsWith(START)
    this.#isForgotten = isForgotten
    this.#last = read(whole, this.#key)
  }

  /** The known facts of a file if it is unchanged, had no findings and all its targets exist; otherwise those that `look` returns. */
  factsOf(file: string, files: ReadonlySet<string>, look: () => FileFacts, sha256 = ''): FileFacts {
    const stats = lstatSync(join(this.#out, file))
    const known = this.#last.files.get(file)
    const isSame = isAsNoted(stats, known?.stamp) && !this.#isForgotten(file)
    const isSound = known && known.facts.dead.length + known.facts.own.length === 0 && [sha256, ''].includes(known.facts.sha256)
    const holds = isSame && isSound && known.facts.targets.every((target) => files.has(target))
    const facts = holds ? known.facts : look()
    if (!isFresh(stats, this.#startMs)) this.#next.files.set(file, { stamp: lengthAndTime(stats), facts })
    return facts
  }

  /** The result of `look` for a media file of the cache; false without calling it if the file was undamaged and is unchanged. */
  isDamaged(path: string, look: (path: string) => boolean | undefined): boolean | undefined {
    const stats = lstatSync(path)
    const isDamaged = isAsNoted(stats, this.#last.sound.get(path)) && !this.#isForgotten(basename(path)) ? false : look(path)
    if (isDamaged === false && !isFresh(stats, this.#startMs)) this.#next.sound.set(path, lengthAndTime(stats))
    return isDamaged
  }

  /** Stores the facts, but does not overwrite an unmanaged file. Throws if nothing can be written. */
  save(): void {
    if (this.#isUnmanaged) return
    const numbers = new Map<string, number>()
    const numberOf = (name: string): number => numbers.get(name) ?? (numbers.set(name, numbers.size), numbers.size - 1)
    const files = Array.from(this.#next.files, ([name, { stamp, facts }]): Stored['files'][number] => {
      const { targets, asked, ...rest } = facts
      return [numberOf(name), stamp, rest, targets.map(numberOf), asked.map(([page, fragment]) => [numberOf(page), fragment])]
    })
    const sound = Array.from(this.#next.sound)
    const text = JSON.stringify({ key: this.#key, names: Array.from(numbers.keys()), sound, files } satisfies Stored)
    writeAtomically(memoryFileOf(this.#out), `${START}${FORMAT} ${hash('sha256', text)}\n${text}`)
  }
}

interface Seen {
  files: Map<string, CheckedFile>
  sound: Map<string, string>
}

const nothing = (): Seen => ({ files: new Map(), sound: new Map() })

function read(whole: string, key: string): Seen {
  const text = whole.slice(whole.indexOf('\n') + 1)
  if (!whole.startsWith(`${START}${FORMAT} ${hash('sha256', text)}\n`)) return nothing()
  const stored = JSON.parse(text) as Stored
  if (stored.key !== key) return nothing()
  const nameOf = (number: number): string => stored.names[number] ?? ''
  const files = stored.files.map(([name, stamp, facts, targets, asked]): [string, CheckedFile] => [
    nameOf(name),
    { stamp, facts: { ...facts, targets: targets.map(nameOf), asked: asked.map(([page, fragment]) => [nameOf(page), fragment]) } },
  ])
  return { files: new Map(files), sound: new Map(stored.sound) }
}
