import type { ListedGuide, Need } from '../../one-file/shared-needs.ts'
import { sitePath, stored, textsIn } from '../stored.ts'

/** All sites of a host share one list: a page that checks whether there is any needs only this name. */
const SHOPPING_KEY = 'shopping list'

/** The shopping list of one site on this device: guides, and the keys of what the person has. */
export function shoppingList() {
  const root = sitePath()
  const { read, write } = stored(SHOPPING_KEY)
  const isHere = ({ path }: ListedGuide): boolean => path.startsWith(root)
  const kept = () => {
    const { guides, got } = (read() ?? {}) as { guides?: unknown; got?: unknown }
    return { guides: Array.isArray(guides) ? guides.filter(isGuide) : [], got: textsIn(got) }
  }
  const guides = (): ListedGuide[] => kept().guides.filter(isHere)
  return {
    guides,
    got: (): ReadonlySet<string> => new Set(kept().got),
    /** Replaces the guides of this site. */
    set: (own: readonly ListedGuide[]): void => write({ ...kept(), guides: [...kept().guides.filter((guide) => !isHere(guide)), ...own] }),
    turn(key: string, isOn: boolean): void {
      const others = kept().got.filter((other) => other !== key)
      write({ ...kept(), got: isOn ? [...others, key] : others })
    },
  }
}

function isGuide(value: unknown): value is ListedGuide {
  const { path, title, before, needs } = (value ?? {}) as Partial<Record<keyof ListedGuide, unknown>>
  return typeof path === 'string' && typeof title === 'string' && Array.isArray(before) && Array.isArray(needs) && needs.every(isNeed)
}

function isNeed(value: unknown): value is Need {
  const { name, quantity } = (value ?? {}) as Partial<Record<keyof Need, unknown>>
  return typeof name === 'string' && typeof quantity === 'number'
}
