import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../disk/atomic.ts'
import { readIfAllowed } from '../disk/read.ts'
import { lengthAndTime } from '../disk/stamp.ts'
import type { FileFacts } from './file-facts.ts'

/** What the last check saw of a site is next to it, for the next one. */
export const memoryFileOf = (out: string): string => `${out}.checked`

const START = 'benchbook checked '
const FORMAT = 1
/** A file may be written twice within what a file system takes for one moment. */
const MOMENT_MS = 2000

/** Names of files are numbers here: each is named by many pages. */
interface Stored {
  key: string
  names: string[]
  files: [name: number, stamp: string, facts: Omit<FileFacts, 'targets' | 'asked'>, targets: number[], asked: [number, string][]][]
}

interface Known {
  stamp: string
  facts: FileFacts
}

/**
 * What a check knows of the files of a site from the last one: files of the same length and time are taken for the same. What another
 * version wrote, with other options, or what is damaged, is not read.
 */
export class CheckMemory {
  readonly #out: string
  readonly #key: string
  readonly #startMs = Date.now()
  readonly #isForeign: boolean
  readonly #known: ReadonlyMap<string, Known>
  readonly #next = new Map<string, Known>()

  /** With `isFull` nothing is remembered. `options` are what facts depend on besides the files. */
  constructor(out: string, options: unknown, isFull: boolean) {
    this.#out = out
    this.#key = JSON.stringify(options)
    const whole = readIfAllowed(memoryFileOf(out)) ?? ''
    this.#isForeign = whole !== '' && !whole.startsWith(START)
    this.#known = isFull ? new Map() : read(whole, this.#key)
  }

  /** What is known of a file, if it is what it was and all that it leads to is there; else what `look` reads. */
  factsOf(file: string, files: ReadonlySet<string>, look: () => FileFacts): FileFacts {
    const stats = lstatSync(join(this.#out, file))
    const stamp = lengthAndTime(file, stats)
    const known = this.#known.get(file)
    const holds = known?.stamp === stamp && known.facts.dead.length === 0 && known.facts.targets.every((target) => files.has(target))
    const facts = holds ? known.facts : look()
    if (stats.mtimeMs < this.#startMs - MOMENT_MS) this.#next.set(file, { stamp, facts })
    return facts
  }

  /** Writes what is known now, but not over somebody's own file. Throws where nothing can be written. */
  save(): void {
    if (this.#isForeign) return
    const numbers = new Map<string, number>()
    const numberOf = (name: string): number => numbers.get(name) ?? (numbers.set(name, numbers.size), numbers.size - 1)
    const files = Array.from(
      this.#next,
      ([
        name,
        {
          stamp,
          facts: { targets, asked, ...facts },
        },
      ]): Stored['files'][number] => [
        numberOf(name),
        stamp,
        facts,
        targets.map(numberOf),
        asked.map(([page, fragment]) => [numberOf(page), fragment]),
      ],
    )
    const text = JSON.stringify({ key: this.#key, names: Array.from(numbers.keys()), files } satisfies Stored)
    writeAtomically(memoryFileOf(this.#out), `${START}${FORMAT} ${hash('sha256', text)}\n${text}`)
  }
}

function read(whole: string, key: string): Map<string, Known> {
  const text = whole.slice(whole.indexOf('\n') + 1)
  if (!whole.startsWith(`${START}${FORMAT} ${hash('sha256', text)}\n`)) return new Map()
  const stored = JSON.parse(text) as Stored
  if (stored.key !== key) return new Map()
  const nameOf = (number: number): string => stored.names[number] ?? ''
  return new Map(
    stored.files.map(([name, stamp, facts, targets, asked]) => [
      nameOf(name),
      { stamp, facts: { ...facts, targets: targets.map(nameOf), asked: asked.map(([page, fragment]) => [nameOf(page), fragment]) } },
    ]),
  )
}
