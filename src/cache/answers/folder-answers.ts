import { createReadStream, existsSync, statSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { explainSystem } from '../../errors.ts'
import { forget, isMissing, namesIn, streamAtomically, writeAtomically } from '../../disk/atomic.ts'
import { makeFolder } from '../../disk/make-folder.ts'
import { bytesNow } from '../../disk/read.ts'
import { ANSWERS_FOLDER, PENDING_FOLDER } from '../layout.ts'
import {
  type AnswersPlace,
  DEAD_AFTER_MS,
  divideAnswer,
  headLine,
  type QueuedAnswer,
  type QueuedAnswers,
  shortOrLong,
} from './queued-answers.ts'

/** Answers in a cache folder that all workers see: `pending/answers/RUN/3f/3f9a…`, and long bodies in files of their own. */
export class FolderAnswers<Head extends object> implements QueuedAnswers<Head> {
  readonly #cache: string
  readonly #folder: string

  /** `run` names the crawl. */
  constructor(cache: string, run: string) {
    this.#cache = cache
    this.#folder = join(answersFolder(cache), run)
  }

  begin(): boolean {
    try {
      makeFolder(this.#folder)
      return true
    } catch (error) {
      throw explainSystem(error, this.#folder)
    }
  }

  exists(): boolean {
    return existsSync(this.#folder)
  }

  async write(id: string, pieces: AsyncIterable<Uint8Array>, headOf: () => Head): Promise<void> {
    const body = await shortOrLong(pieces)
    if ('short' in body) return this.#put(id, headOf(), body.short)
    await streamAtomically(this.#bodyPath(id), Readable.from(body.long))
    this.#put(id, { ...headOf(), isApart: true }, [])
  }

  read(id: string): QueuedAnswer<Head> | undefined {
    const bytes = bytesNow(this.#path(id))
    const answer = bytes && divideAnswer(bytes)
    if (!answer) return undefined
    const { isApart, ...head } = answer.head as Head & { isApart?: true }
    const body = isApart ? createReadStream(this.#bodyPath(id)) : Readable.from(answer.body.length > 0 ? [answer.body] : [])
    return { head: head as unknown as Head, body }
  }

  has(id: string): boolean {
    return existsSync(this.#path(id))
  }

  remove(id: string): void {
    forget(this.#path(id))
    forget(this.#bodyPath(id))
  }

  /** The file lies beside it in the same folder. */
  settle(id: string): void {
    this.remove(id)
  }

  async end(): Promise<void> {
    forget(this.#folder)
    await removeIfEmpty(this.#cache)
  }

  #put(id: string, head: Head & { isApart?: true }, body: readonly Uint8Array[]): void {
    writeAtomically(this.#path(id), Buffer.concat([headLine(head), ...body]))
  }

  #path(id: string): string {
    return join(this.#folder, id.slice(0, 2), id)
  }

  #bodyPath(id: string): string {
    return `${this.#path(id)}.body`
  }
}

/** The answers of shared crawls into a folder that all workers see. */
export const answersIn = (cache: string): AnswersPlace => ({
  of: <Head extends object>(run: string) => new FolderAnswers<Head>(cache, run),
  forgetDead: () => forgetDeadAnswers(cache),
})

/** See {@link AnswersPlace.forgetDead}. */
export async function forgetDeadAnswers(cache: string): Promise<void> {
  for (const run of await namesIn(answersFolder(cache))) {
    const folder = join(answersFolder(cache), run)
    const times = [folder, ...(await namesIn(folder)).map((name) => join(folder, name))].map(changedAt)
    if (Date.now() - Math.max(...times) >= DEAD_AFTER_MS) forget(folder)
  }
  await removeIfEmpty(cache)
}

/** Zero for what another worker has just removed. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Removes the folders above the answers that have nothing else in them. */
async function removeIfEmpty(cache: string): Promise<void> {
  for (const folder of [answersFolder(cache), join(cache, PENDING_FOLDER)])
    await rmdir(folder).catch((error: unknown) => {
      if (!isMissing(error) && !isFilled(error)) throw explainSystem(error, folder)
    })
}

const isFilled = (error: unknown): boolean => error instanceof Error && 'code' in error && /^(ENOTEMPTY|EEXIST)$/.test(String(error.code))

const answersFolder = (cache: string): string => join(cache, PENDING_FOLDER, ANSWERS_FOLDER)
