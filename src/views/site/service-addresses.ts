import { fileAt, pathOf } from '../../routes.ts'
import { hasPage } from '../catalog/catalog.ts'
import type { Site } from './site.ts'

/** The file of all {@link serviceAddresses}, if there are any. */
export const addressesFile = (site: Site): string | undefined => site.catalog.addresses && fileAt(site, '/addresses.json')

/** The pages of service addresses and titles whose form does not say what they refer to: by the names in catalog/addresses.ts, sorted. */
export function serviceAddresses({ catalog }: Pick<Site, 'catalog'>): Map<string, string> {
  const pages = Array.from(catalog.addresses ?? []).flatMap(([name, ref]) =>
    ref.kind !== 'document' && hasPage(catalog, ref) ? [[name, pathOf(ref)] as const] : [],
  )
  return new Map(pages.sort(([a], [b]) => (a < b ? -1 : 1)))
}
