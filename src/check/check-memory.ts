import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeAtomically } from '../disk/atomic.ts'
import { readIfAllowed } from '../disk/read.ts'
import { sha256Of } from '../disk/sha256.ts'
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

export type CheckMemory = ReturnType<typeof checkMemory>

/**
 * The facts about a site's files from the last check: files with the same length and time, or the same digest, are unchanged. Ignores results of
 * another version or with other options, and damaged ones. `options` are the inputs other than the files. What `isForgotten`, by path in
 * the site or name in the cache, is read again.
 */
export function checkMemory(out: string, options: unknown, isForgotten: (name: string) => boolean) {
  const key = JSON.stringify(options)
  const startMs = Date.now()
  const whole = readIfAllowed(memoryFileOf(out)) ?? ''
  const isUnmanaged = whole !== '' && !whole.startsWith(START)
  const last = read(whole, key)
  const next = nothing()
  return {
    /** The known facts of a file if it is unchanged, had no findings and all its targets exist; otherwise those that `look` returns. */
    factsOf(file: string, files: ReadonlySet<string>, look: () => FileFacts, sha256 = ''): FileFacts {
      const stats = lstatSync(join(out, file))
      const known = last.files.get(file)
      const isSound = known && known.facts.dead.length + known.facts.own.length === 0 && [sha256, ''].includes(known.facts.sha256)
      const hasDigest = (digest: string): boolean => digest !== '' && stats.isFile() && sha256Of(join(out, file)) === digest
      const isSame = isSound && !isForgotten(file) && (isAsNoted(stats, known.stamp) || hasDigest(known.facts.sha256))
      const holds = isSame && known.facts.targets.every((target) => files.has(target))
      const facts = holds ? known.facts : look()
      if (!isFresh(stats, startMs)) next.files.set(file, { stamp: lengthAndTime(stats), facts })
      return facts
    },
    /** The result of `look` for a media file of the cache; false without calling it if the file was undamaged and is unchanged. */
    isDamaged(path: string, look: (path: string) => boolean | undefined): boolean | undefined {
      const stats = lstatSync(path)
      const isDamaged = isAsNoted(stats, last.sound.get(path)) && !isForgotten(basename(path)) ? false : look(path)
      if (isDamaged === false && !isFresh(stats, startMs)) next.sound.set(path, lengthAndTime(stats))
      return isDamaged
    },
    /** Stores the facts, but does not overwrite an unmanaged file. Throws if nothing can be written. */
    save(): void {
      if (isUnmanaged) return
      const numbers = new Map<string, number>()
      const numberOf = (name: string): number => numbers.get(name) ?? (numbers.set(name, numbers.size), numbers.size - 1)
      const files = Array.from(next.files, ([name, { stamp, facts }]): Stored['files'][number] => {
        const { targets, asked, ...rest } = facts
        return [numberOf(name), stamp, rest, targets.map(numberOf), asked.map(([page, fragment]) => [numberOf(page), fragment])]
      })
      const sound = Array.from(next.sound)
      const text = JSON.stringify({ key, names: Array.from(numbers.keys()), sound, files } satisfies Stored)
      writeAtomically(memoryFileOf(out), `${START}${FORMAT} ${hash('sha256', text)}\n${text}`)
    },
  }
}

const nothing = () => ({ files: new Map<string, { stamp: string; facts: FileFacts }>(), sound: new Map<string, string>() })

function read(whole: string, key: string): ReturnType<typeof nothing> {
  const seen = nothing()
  const text = whole.slice(whole.indexOf('\n') + 1)
  if (!whole.startsWith(`${START}${FORMAT} ${hash('sha256', text)}\n`)) return seen
  const stored = JSON.parse(text) as Stored
  if (stored.key !== key) return seen
  const nameOf = (number: number): string => stored.names[number] ?? ''
  for (const [name, stamp, rest, targets, asked] of stored.files) {
    const facts = {
      ...rest,
      targets: targets.map(nameOf),
      asked: asked.map(([page, fragment]): [string, string] => [nameOf(page), fragment]),
    }
    seen.files.set(nameOf(name), { stamp, facts })
  }
  return { ...seen, sound: new Map(stored.sound) }
}
