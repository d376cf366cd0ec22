import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { filesBelow } from '../../src/disk/files-below.ts'

/** What Node writes with `--cpu-prof`, as far as it is read. Times are in microseconds. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE = 'node'
const NOBODY = { functionName: '', url: '' }
const MOST_ENTRIES = 8
/** No work of anybody. */
const IDLE = '(idle)'

/** Of each room of the code the share of the time, and its dearest functions with what they call in the same room. */
export async function topEntries({ nodes, samples, timeDeltas }: CpuProfile): Promise<string> {
  const rooms = await roomsByFunction()
  const self = new Map<number, number>()
  for (const [at, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[at] ?? 0))
  const byRoom = new Map<string, Map<string, number>>()
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  let whole = 0
  for (const { id, callFrame } of nodes) {
    const time = self.get(id) ?? 0
    if (time === 0 || callFrame.functionName === IDLE) continue
    whole += time
    // What Node does is done for whoever called it.
    let [caller, room] = [id as number | undefined, NODE]
    for (; caller !== undefined && room === NODE; caller = callers.get(caller)) room = roomOf(byId.get(caller)?.callFrame ?? NOBODY, rooms)
    const entries = byRoom.get(room) ?? new Map<string, number>()
    byRoom.set(room, entries)
    const name = callFrame.functionName || '(anonymous)'
    entries.set(name, (entries.get(name) ?? 0) + time)
  }
  const sum = (entries: ReadonlyMap<string, number>): number => [...entries.values()].reduce((all, time) => all + time, 0)
  const told = [...byRoom].sort(([, a], [, b]) => sum(b) - sum(a))
  const share = (time: number): string => `${((100 * time) / whole).toFixed(1)} %`.padStart(7)
  return told
    .filter(([, entries]) => sum(entries) > whole / 200)
    .map(([room, entries]) => {
      const top = [...entries].sort(([, a], [, b]) => b - a).slice(0, MOST_ENTRIES)
      return [`${share(sum(entries))}  ${room}`, ...top.map(([name, time]) => `           ${share(time)}  ${name}`)].join('\n')
    })
    .join('\n')
}

/** A package, a room of ours, or Node. Pages are compiled into files that no longer say where a function is from: its name does. */
function roomOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame'], rooms: ReadonlyMap<string, string>): string {
  const [, of] = /^((?:@[^/]+\/)?[^/]+)\//.exec(url.split('/node_modules/').slice(1).at(-1) ?? '') ?? []
  if (of) return of
  const [, room] = /\/(?:src|scripts)\/([^/]+)/.exec(url) ?? []
  if (room) return room
  if (url.includes('/program/')) return rooms.get(functionName) ?? 'compiled pages'
  return url.startsWith('node:') || url === '' ? NODE : 'other'
}

/** The room of each function of ours whose name no other room has. */
async function roomsByFunction(): Promise<Map<string, string>> {
  const rooms = new Map<string, string>()
  for await (const file of filesBelow(ROOT, 'src')) {
    if (!file.endsWith('.ts')) continue
    const [, room = ''] = /^src\/([^/]+)/.exec(file) ?? []
    const text = await readFile(`${ROOT}/${file}`, 'utf8')
    for (const [, name = ''] of text.matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm))
      rooms.set(name, (rooms.get(name) ?? room) === room ? room : 'compiled pages')
  }
  return rooms
}
