import type { KeptStore, Placed } from '../store.ts'
import { type Fetched, keyOf } from './files.ts'

/** A pack is written when it reaches this many bytes: what is not written is lost when the page is left. */
const PACK_BYTES = 6e6

/** Collects files into packs, and stores each when it is full. */
export class Packer {
  readonly #store: KeptStore
  #blobs: Blob[] = []
  #files: Placed[] = []
  #bytes = 0
  /** The stored packs. */
  readonly packs: string[] = []

  constructor(store: KeptStore) {
    this.#store = store
  }

  async add(fetched: Fetched): Promise<void> {
    const { blob } = fetched
    this.#files.push({ key: keyOf(fetched), offset: this.#bytes, length: blob.size, type: blob.type })
    this.#blobs.push(blob)
    this.#bytes += blob.size
    if (this.#bytes >= PACK_BYTES) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#files.length === 0) return
    const pack = { id: crypto.randomUUID(), files: this.#files, bytes: this.#bytes, blob: new Blob(this.#blobs) }
    this.#files = []
    this.#blobs = []
    this.#bytes = 0
    await this.#store.change({ add: [pack] })
    this.packs.push(pack.id)
  }
}
