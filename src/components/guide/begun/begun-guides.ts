import { siteRoot } from '../../../trusted/place.ts'

/** A guide of which some steps are ticked on this device, and not all. */
export interface BegunGuide {
  path: string
  title: string
  /** The anchor and the name of the step to go on with. */
  hash: string
  step: string
  /** The paths of the pages that lead to it: its categories. */
  above: string[]
}

const MOST = 20

/** Tells the guides of one site from those of others on the same host. */
export const begunKey = (): string => `begun ${new URL(siteRoot() ?? import.meta.env.BASE_URL, location.href).pathname}`

/** The guides that were begun on this device, the last one first. */
export function begunGuides(): BegunGuide[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(begunKey()) ?? '')
    return Array.isArray(kept) ? kept.filter(isBegun) : []
  } catch {
    return [] // Forbidden, nothing kept yet, or written by others who share the host.
  }
}

/** Puts a guide first, or takes it away. */
export function keepBegun(path: string, guide?: BegunGuide): void {
  const others = begunGuides().filter((other) => other.path !== path)
  try {
    localStorage.setItem(begunKey(), JSON.stringify([...(guide ? [guide] : []), ...others].slice(0, MOST)))
  } catch {
    // Forbidden, or full: nothing is offered.
  }
}

function isBegun(kept: unknown): kept is BegunGuide {
  const { path, title, hash, step, above } = (kept ?? {}) as Partial<Record<keyof BegunGuide, unknown>>
  return [path, title, hash, step].every((text) => typeof text === 'string') && Array.isArray(above)
}
