import { hash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesNow } from '../../disk/read.ts'
import { MARKER } from '../../publish/marker.ts'
import { INDEX_FOLDER } from '../../search/index-list.ts'
import { JoinedIndex } from '../../search/index/joined-index.ts'
import type { KnownDocument, SearchPart } from '../state/search-part.ts'
import { askedIn, type SiteState } from '../state/site-state.ts'
import type { StateMaker } from '../state/state-maker.ts'
import { damaged, type MadeShard } from './read-shards.ts'

const START = `${INDEX_FOLDER}/`

/** The search of all shards as that of one previous site: their documents, and their indexes, each in a folder of its own. */
export class JoinedSearch {
  readonly #maker: StateMaker
  readonly #documents: KnownDocument[] = []
  readonly #index = new JoinedIndex()

  constructor(maker: StateMaker) {
    this.#maker = maker
  }

  /** Returns the new place of each of its files; undefined for one that the merge makes. */
  add(shard: MadeShard, { search, questions }: SiteState): (file: string) => string | undefined {
    const { index, documents = [] } = search ?? {}
    const heads = index?.heads.map((name) => headsAt(shard, START + name)) ?? []
    const move = index && this.#index.add(index, `${shard.number}-`, heads)
    for (const { name, part, page } of documents) {
      const known = part && this.#maker.part(askedIn(questions, part), part.mediaLookups)
      this.#documents.push({ name, part: known, page: page && move?.page(page) })
    }
    return (file) => {
      if (file === MARKER) return undefined
      if (!file.startsWith(START)) return file
      const moved = move?.file(file.slice(START.length))
      return moved === undefined ? undefined : START + moved
    }
  }

  /** Writes the heads of all indexes into a folder. Undefined if no shard has any, so that the merge makes a whole index. */
  async finish(folder: string): Promise<SearchPart | undefined> {
    const made = this.#index.finish()
    if (!made) return undefined
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, made.heads.name), made.heads.bytes)
    return { documents: this.#documents, media: [], warning: undefined, index: made.index }
  }
}

function headsAt({ folder, hashes }: MadeShard, file: string): Uint8Array {
  const bytes = bytesNow(join(folder, file))
  if (!bytes || hash('sha256', bytes) !== hashes.get(file)) throw damaged(folder, file)
  return bytes
}
