import { readdir, readFile } from 'node:fs/promises'

interface Process {
  pid: number
  parent: number
  group: number
}

/** All processes except those that have ended but have not been reaped. */
export async function processes(): Promise<Process[]> {
  const stats = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) // it has ended meanwhile
  return (await Promise.all(stats)).flatMap((stat) => {
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return stat && state !== 'Z' ? [{ pid: parseInt(stat), parent: Number(parent), group: Number(group) }] : []
  })
}

/** The processes that a process has started, and their descendants: a browser has its own group. */
export async function descendantsOf(pid = 0): Promise<number[]> {
  const all = await processes()
  const found = [pid]
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one).map((child) => child.pid))
  return found.slice(1)
}
