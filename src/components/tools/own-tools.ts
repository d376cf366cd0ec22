import { sitePath, stored, textsIn } from '../stored.ts'

/** The keys of the person's tools on this site, stored on this device only. */
export function ownTools() {
  const { read, write } = stored(`tools ${sitePath()}`)
  const all = (): ReadonlySet<string> => new Set(textsIn(read()))
  const turn = (tool: string, on: boolean): void => {
    const others = [...all()].filter((other) => other !== tool)
    write(on ? [...others, tool] : others)
  }
  return { all, turn }
}
