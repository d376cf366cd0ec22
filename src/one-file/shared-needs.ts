/** A tool or part as a guide names it. */
export interface Need {
  name: string
  isPart: boolean
  isOptional: boolean
  quantity: number
  /** What the guide says beside it. */
  notes?: string
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
export interface SharedNeed extends Omit<Need, 'isBefore' | 'notes'> {
  key: string
  /** Those of its guides. */
  notes: string[]
  guides: ListedGuide[]
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
        notes: [...new Set([...(known?.notes ?? []), ...(need.notes ? [need.notes] : [])])],
        guides: [...new Set([...(known?.guides ?? []), guide])],
      })
    }
  }
  const { compare } = new Intl.Collator(lang)
  return [...shared.values()].sort((a, b) => Number(a.isOptional) - Number(b.isOptional) || compare(a.name, b.name))
}

const keyOf = ({ name, isPart }: Need): string => `${isPart ? 'part' : 'tool'} ${name.toLowerCase()}`
