import { readFileSync } from 'node:fs'

/**
 * Which room may import from which: rooms, or single files of a room, as in the table of docs/architecture.md. Files of one room may import
 * each other.
 */
export const ARROWS: Record<string, readonly string[]> = Object.fromEntries(
  Array.from(
    readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8').matchAll(/^\| `([\w/-]+)` \| (.+) \|$/gm),
    ([, room = '', targets = '']) => [room, Array.from(targets.matchAll(/`([^`]+)`/g), ([, target = '']) => target)],
  ),
)

/** The room of a file: `src/crawl/client.ts` → `crawl`, `src/routes.ts` → `routes`, `sample/drawing/write.ts` → `sample`, `astro.config.mjs` → `scripts`. */
export function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  if (top === 'src') return second.replace(/\.\w+$/, '')
  if (top === 'test') return `test/${second}`
  return top === 'sample' ? 'sample' : 'scripts'
}
