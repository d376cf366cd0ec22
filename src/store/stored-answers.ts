import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  type AnswersPlace,
  DEAD_AFTER_MS,
  divideAnswer,
  headLine,
  type QueuedAnswer,
  type QueuedAnswers,
  shortOrLong,
} from '../cache/answers/queued-answers.ts'
import type { StoreClient } from './client.ts'
import { fromLong, withLong } from './long-answers.ts'
import { drained } from './objects.ts'
import { objectsBelow, removeObjects, type StoredObject } from './objects-below.ts'

const ANSWERS = 'pending/answers/'
/** The object by which a run is known; those of answers are named by hex digits. */
const MARK = 'run'
/** For so long a mark that was seen is not looked for again. */
const SEEN_MS = 5000

/**
 * Answers on their way through a store: `pending/answers/RUN/3f9a…`, an object each. They stay until the crawl has finished, those of files
 * too: what a leader has stored in its own folder may go with its machine.
 */
export class StoredAnswers<Head extends object> implements QueuedAnswers<Head> {
  readonly #store: StoreClient
  readonly #place: string
  #seenAtMs = -Infinity

  /** `run` names the crawl. */
  constructor(store: StoreClient, run: string) {
    this.#store = store
    this.#place = `${ANSWERS}${run}/`
  }

  async begin(): Promise<boolean> {
    const mark = this.#place + MARK
    await this.#store.ask('PUT', mark, { body: new TextEncoder().encode('begun') }, drained)
    for await (const { key } of objectsBelow(this.#store, this.#place)) if (key !== mark) return true
    return false
  }

  async exists(): Promise<boolean> {
    if (performance.now() - this.#seenAtMs < SEEN_MS) return true
    const isThere = await this.has(MARK)
    if (isThere) this.#seenAtMs = performance.now()
    return isThere
  }

  async write(id: string, pieces: AsyncIterable<Uint8Array>, headOf: () => Head): Promise<void> {
    const key = this.#place + id
    const body = await shortOrLong(pieces)
    if ('short' in body) {
      const bytes = new Uint8Array(Buffer.concat([headLine(headOf()), ...body.short]))
      await this.#store.ask('PUT', key, { body: bytes }, drained)
    } else
      await withLong(body.long, headOf, async (object, sha256) => {
        await this.#store.ask('PUT', key, { body: object, headers: { 'x-amz-content-sha256': sha256 } }, drained)
      })
  }

  async read(id: string): Promise<QueuedAnswer<Head> | undefined> {
    return this.#store.ask('GET', this.#place + id, { taken: [404] }, async (response) => {
      if (!response.ok) {
        await drained(response)
        return undefined
      }
      // No declarations know both kinds of stream.
      const all = await shortOrLong(response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream))
      if ('long' in all) return fromLong<Head>(all.long)
      const answer = divideAnswer(Buffer.concat(all.short))
      return answer && { head: answer.head as Head, body: Readable.from(answer.body.length > 0 ? [answer.body] : []) }
    })
  }

  async has(id: string): Promise<boolean> {
    return this.#store.ask('HEAD', this.#place + id, { taken: [404] }, async (response) => (await drained(response)).ok)
  }

  async remove(id: string): Promise<void> {
    await this.#store.ask('DELETE', this.#place + id, { taken: [404] }, drained)
  }

  settle(): void {
    // The next leader has another folder, and takes it from here.
  }

  async end(): Promise<void> {
    this.#seenAtMs = -Infinity
    await removeObjects(this.#store, await Array.fromAsync(objectsBelow(this.#store, this.#place)))
  }
}

/** The answers of crawls whose workers have a store in common, and no folder. */
export const answersThrough = (store: StoreClient): AnswersPlace => ({
  of: <Head extends object>(run: string) => new StoredAnswers<Head>(store, run),
  forgetDead: async () => removeObjects(store, (await answersByAge(store, DEAD_AFTER_MS)).dead),
})

/** All answers that a store has: `dead` are those of crawls of which none is younger than `deadAfterMs`. */
export async function answersByAge(store: StoreClient, deadAfterMs: number): Promise<{ dead: StoredObject[]; live: StoredObject[] }> {
  const all = await Array.fromAsync(objectsBelow(store, ANSWERS))
  const runOf = ({ key }: StoredObject): string => key.slice(ANSWERS.length).split('/', 1)[0] ?? ''
  const live = new Set(all.filter(({ age }) => age < deadAfterMs).map(runOf))
  return { dead: all.filter((object) => !live.has(runOf(object))), live: all.filter((object) => live.has(runOf(object))) }
}
