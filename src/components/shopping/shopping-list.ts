import { sitePath, stored, textsIn } from '../stored.ts'

/** All sites of a host share one list: a page that checks whether there is any needs only this name. */
const SHOPPING_KEY = 'shopping list'

/** A tool or part as a guide names it. */
export interface Need {
  name: string
  isPart: boolean
  isOptional: boolean
  quantity: number
  /** True if a guide to do first needs it. */
  isBefore: boolean
}

/** A guide on the list. */
export interface ListedGuide {
  path: string
  title: string
  /** The paths of the guides to do first. */
  before: string[]
  needs: Need[]
}

/** A tool or part that guides on the list need. */
export interface SharedNeed extends Omit<Need, 'isBefore'> {
  key: string
  guides: ListedGuide[]
}

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

/**
 * What guides need, each tool or part once, required ones first. Parts are used up, so their quantities add up; of a tool, the largest
 * quantity is enough. What a guide to do first needs is not counted twice if that guide is on the list too.
 */
export function sharedNeeds(guides: readonly ListedGuide[], lang: string): SharedNeed[] {
  const shared = new Map<string, SharedNeed>()
  const isCounted = ({ before }: ListedGuide, need: Need): boolean =>
    need.isBefore &&
    guides.some(({ path, needs }) => before.includes(path) && needs.some((one) => !one.isBefore && keyOf(one) === keyOf(need)))
  for (const guide of guides) {
    for (const need of guide.needs) {
      if (isCounted(guide, need)) continue
      const key = keyOf(need)
      const known = shared.get(key)
      shared.set(key, {
        ...need,
        key,
        isOptional: need.isOptional && (known?.isOptional ?? true),
        quantity: need.isPart ? need.quantity + (known?.quantity ?? 0) : Math.max(need.quantity, known?.quantity ?? 0),
        guides: [...new Set([...(known?.guides ?? []), guide])],
      })
    }
  }
  const { compare } = new Intl.Collator(lang)
  return [...shared.values()].sort((a, b) => Number(a.isOptional) - Number(b.isOptional) || compare(a.name, b.name))
}

const keyOf = ({ name, isPart }: Need): string => `${isPart ? 'part' : 'tool'} ${name.toLowerCase()}`

function isGuide(value: unknown): value is ListedGuide {
  const { path, title, before, needs } = (value ?? {}) as Partial<Record<keyof ListedGuide, unknown>>
  return typeof path === 'string' && typeof title === 'string' && Array.isArray(before) && Array.isArray(needs) && needs.every(isNeed)
}

function isNeed(value: unknown): value is Need {
  const { name, quantity } = (value ?? {}) as Partial<Record<keyof Need, unknown>>
  return typeof name === 'string' && typeof quantity === 'number'
}
