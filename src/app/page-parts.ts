/** A picture of a page: the file to save, and those of other sizes that it replaces. Named relative to the root of the site. */
export interface KeptMedia {
  file: string
  standsFor: string[]
}

/** Wide enough to zoom a picture on a phone. */
const ENOUGH_PX = 1000
const MEDIA = /media\/[0-9a-f]{2}\/[\w-]+\.\w+/
const IMAGE = /<img [^>]*>/g
const ANY_MEDIA = new RegExp(`/(${MEDIA.source})`, 'g')
const VARIANT = new RegExp(`/(${MEDIA.source}) (\\d+)w`, 'g')
const SOURCE = new RegExp(`src="[^"]*/(${MEDIA.source})"`)
const LINKED_IMAGE = new RegExp(`<a [^>]*href="[^"]*/(${MEDIA.source})"[^>]*>(<img [^>]*>)`, 'g')

/** The media of a page that are saved: one size of each picture, videos and documents. */
export function mediaOf(html: string): KeptMedia[] {
  const found = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const add = (files: readonly string[], kept: string): void => {
    const others = found.get(kept) ?? new Set()
    found.set(kept, others)
    for (const file of files) {
      seen.add(file)
      if (file !== kept) others.add(file)
    }
  }
  const addImage = (tag: string, full?: string): void => {
    const sizes = Array.from(tag.matchAll(VARIANT), ([, file = '', width]) => ({ file, width: Number(width) })).sort(
      (a, b) => a.width - b.width,
    )
    const [, src] = SOURCE.exec(tag) ?? []
    const kept = sizes.find(({ width }) => width >= ENOUGH_PX)?.file ?? sizes.at(-1)?.file ?? full ?? src
    if (kept) add([...sizes.map(({ file }) => file), ...(src ? [src] : []), ...(full ? [full] : [])], kept)
  }
  for (const [, full, tag = ''] of html.matchAll(LINKED_IMAGE)) addImage(tag, full)
  for (const [tag] of html.matchAll(IMAGE)) addImage(tag)
  for (const [, file = ''] of html.matchAll(ANY_MEDIA)) if (!seen.has(file)) add([file], file)
  return merged(found)
}

/** A small picture that can be replaced by a larger one of the page need not be saved. */
function merged(found: ReadonlyMap<string, ReadonlySet<string>>): KeptMedia[] {
  const larger = new Map(Array.from(found).flatMap(([file, others]) => Array.from(others, (other) => [other, file] as const)))
  const media = new Map<string, Set<string>>()
  for (const [file, others] of found) {
    const kept = larger.get(file) ?? file
    media.set(kept, new Set([...(media.get(kept) ?? []), ...others, ...(kept === file ? [] : [file])]))
  }
  return Array.from(media, ([file, standsFor]) => ({ file, standsFor: [...standsFor].filter((other) => other !== file) }))
}

/** The length of a media file, from its name; 0 if unknown. */
export const lengthInName = (file: string): number => Number(/-(\d+)(?:-[0-9a-f]{12})?\.\w+$/.exec(file)?.[1] ?? 0)

/** The start of the SHA-256 in a media file's name; undefined for SVG files, which are published in modified form, and for old names. */
export const sumInName = (file: string): string | undefined => (file.endsWith('.svg') ? undefined : /-([0-9a-f]{12})\.\w+$/.exec(file)?.[1])

/** What is needed to follow a guide: its prerequisites and the pages of its tools and parts, as paths from the root of the site, `base`. */
export function needsOf(html: string, base: string): string[] {
  const found = new Set<string>()
  const prerequisites = new Set(Array.from(html.matchAll(/data-prerequisite="([^"]+)"/g), ([, address = '']) => address))
  for (const [, address = ''] of html.matchAll(/(?:data-prerequisite|href)="([^"#?]+\/)["#?]/g)) {
    if (!address.startsWith(base)) continue
    const path = address.slice(base.length)
    if (/^(?:[a-z-]+\/)?item\/[^/]+\/$/.test(path) || (path && prerequisites.has(address))) found.add(path)
  }
  return [...found]
}
