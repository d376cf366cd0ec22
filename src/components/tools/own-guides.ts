import { ownTools } from './own-tools.ts'
import { loadGuides, pageOf } from './repairable-guides.ts'

/** The paths of the guides that need only the person's tools, in the part of a button's data; undefined if the person has chosen none. */
export async function ownGuides({ files = '', guide = '', ownTools: part = '' }: DOMStringMap): Promise<ReadonlySet<string> | undefined> {
  const own = ownTools().all()
  if (own.size === 0) return undefined
  const guides = await loadGuides(files, part)
  const ready = guides.filter(({ tools }) => tools.every(({ key }) => own.has(key)))
  return new Set(ready.map(({ guideid }) => new URL(pageOf(guide, guideid), document.baseURI).pathname))
}
