import { originOf, type Traceable } from './tracked-site.ts'
import type { Argument } from './tracked-map.ts'

const QUESTIONS = new Map<string, unknown>()

/**
 * A named query of a site. A page that asks it depends only on the answer, which is plain data, and not on what is read to compute it: that
 * is read untracked, so the question may cache results for other pages.
 */
export function question<S extends Traceable<S>, Args extends readonly Argument[], Answer>(
  name: string,
  answer: (site: S, ...args: Args) => Answer,
): (site: S, ...args: Args) => Answer {
  if (QUESTIONS.has(name)) throw new TypeError(`Two questions are called "${name}".`)
  const ask = (site: S, ...args: Args): Answer => {
    const origin = originOf(site)
    if (!origin) return answer(site, ...args)
    const given = answer(origin.raw, ...args)
    origin.note(name, args, () => given)
    return given
  }
  QUESTIONS.set(name, ask)
  return ask
}

/** The question with a name. */
export const questionNamed = (name: string): ((site: object, ...args: unknown[]) => unknown) | undefined =>
  QUESTIONS.get(name) as ((site: object, ...args: unknown[]) => unknown) | undefined
