import pLimit from 'p-limit'
import type { StoreClient } from './client.ts'
import { drained } from './objects.ts'

export interface StoredObject {
  key: string
  size: number
  /** By the store's clock, in milliseconds. */
  age: number
}

const AT_ONCE = 8

/** Removes objects one by one: stores differ in what they want for several. */
export async function removeObjects(store: StoreClient, objects: readonly StoredObject[]): Promise<void> {
  const limit = pLimit(AT_ONCE)
  await limit.map([...objects], async ({ key }) => store.ask('DELETE', key, { taken: [404] }, drained))
}

/** The objects below a place, in pages as the store gives them. */
export async function* objectsBelow(store: StoreClient, place: string): AsyncGenerator<StoredObject> {
  const { prefix } = store.address
  let next: string | undefined = ''
  while (next !== undefined) {
    const query: URLSearchParams = new URLSearchParams({
      'list-type': '2',
      prefix: prefix + place,
      ...(next && { 'continuation-token': next }),
    })
    const { text, now }: { text: string; now: number } = await store.ask(
      'GET',
      '',
      { query: `?${query.toString().replaceAll('+', '%20')}` },
      async (response) => ({
        text: await response.text(),
        now: Date.parse(response.headers.get('date') ?? ''),
      }),
    )
    for (const [, content = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
      yield {
        key: inside(content, 'Key').slice(prefix.length),
        size: Number(inside(content, 'Size')),
        // Some stores round a time up.
        age: Math.max(0, now - Date.parse(inside(content, 'LastModified'))),
      }
    next = inside(text, 'NextContinuationToken') || undefined
  }
}

/** Our keys and numbers, and tokens of a store, have few characters that XML writes otherwise. */
const inside = (xml: string, name: string): string =>
  (xml.split(`<${name}>`)[1] ?? '').split(`</${name}>`)[0]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"') ?? ''
