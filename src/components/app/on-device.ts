import { fileAt } from '../../app/shell.ts'
import { keptStoreAt } from '../../app/store.ts'
import { hasKept, siteFolder } from './site-folder.ts'

/** Which of some pages of this site can be read without a network, because they were saved or read lately. */
export async function areOnDevice(addresses: readonly string[]): Promise<boolean[]> {
  const kept = hasKept() ? await keptStoreAt(siteFolder()).items() : []
  const files = new Set(kept.flatMap((item) => Object.keys(item.files)))
  const { caches } = globalThis as Partial<typeof globalThis> // Only in secure contexts.
  return Promise.all(
    addresses.map(async (address) => {
      const { pathname } = new URL(address, location.href)
      return files.has(fileAt(decodeURI(pathname).slice(siteFolder().length))) || (await caches?.match(pathname)) !== undefined
    }),
  )
}
