/** A saved guide or category, or the search that is saved with them. */
export interface KeptItem {
  /** Its path from the root of the site, `guide/12/`; `search/en` for a search. */
  path: string
  kind: 'page' | 'search'
  lang: string
  title: string
  /** The list by which it was fetched, and the shell of that time. */
  list: string
  /** When it was last updated, in milliseconds. */
  atMs: number
  /** Of all its files. */
  bytes: number
  /** By file, its storage key; empty until the item is complete. */
  files: Record<string, string>
  /** By file, the one that replaces it. */
  standsIn: Record<string, string>
  /** False while something is still to be fetched. */
  isWhole: boolean
}

/** The position of a file in a pack. */
export interface Placed {
  /** The file and the start of its SHA-256, or the name alone if that contains it. */
  key: string
  offset: number
  length: number
  type: string
}

/** Several files in one entry: thousands of entries would be too many for browsers. */
export interface Pack {
  id: string
  files: Placed[]
  bytes: number
}

/** By key of a file, its position, and the pack that has it. */
export const placesIn = (packs: readonly Pack[]) =>
  new Map(packs.flatMap(({ id, files }) => files.map((file) => [file.key, { ...file, pack: id }] as const)))

const STORES = ['items', 'packs', 'blobs'] as const
type StoreName = (typeof STORES)[number]

export type KeptStore = ReturnType<typeof keptStoreAt>

/** A site's saved content on this device. `root` is the path of its home page: several sites may share an origin. */
export function keptStoreAt(root: string) {
  const opening = open(`benchbook ${root}`)
  const read = async <T>(name: StoreName, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    answered(ask((await opening).transaction(name).objectStore(name)))
  const write = async (act: (stores: Record<StoreName, IDBObjectStore>) => unknown): Promise<void> => {
    const transaction = (await opening).transaction(STORES, 'readwrite')
    act(Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)])) as Record<StoreName, IDBObjectStore>)
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      for (const end of ['abort', 'error'])
        transaction.addEventListener(end, () => reject(transaction.error ?? new DOMException('Nothing was stored.', 'AbortError')))
    })
  }
  return {
    items: () => read('items', (store) => store.getAll() as IDBRequest<KeptItem[]>),
    packs: () => read('packs', (store) => store.getAll() as IDBRequest<Pack[]>),
    blob: (id: string) => read('blobs', (store) => store.get(id) as IDBRequest<Blob | undefined>),
    putItem: (item: KeptItem) => write(({ items }) => items.put(item, item.path)),
    removeItem: (path: string) => write(({ items }) => items.delete(path)),
    /** Adds and removes packs, in one transaction. Throws a QuotaExceededError if there is no room. */
    change: ({ add = [], remove = [] }: { add?: readonly (Pack & { blob: Blob })[]; remove?: readonly string[] }) =>
      write(({ packs, blobs }) => {
        for (const { blob, ...pack } of add) {
          packs.put(pack, pack.id)
          blobs.put(blob, pack.id)
        }
        for (const id of remove) {
          packs.delete(id)
          blobs.delete(id)
        }
      }),
  }
}

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => STORES.forEach((store) => request.result.createObjectStore(store)))
  const database = await answered(request)
  // Another page, or the removal of the app, may want to delete the database.
  database.addEventListener('versionchange', () => database.close())
  return database
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new DOMException('The store gave no answer.', 'UnknownError')))
  })
