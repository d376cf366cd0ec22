import { z } from 'zod'
import type { Namespace } from '../../src/model/ref.ts'
import { must, NotShown } from './law.ts'
import { type Peer, readJson } from './peer.ts'
import { comment, type GuideDetail, guideDetail, guideItems, team, user, wikiItems } from './shapes.ts'

/** So many guides are looked into for one that can show a law. */
const MAX_LOOKS = 60

/** What the service's own lists tell of it: their first pages, and details as far as they are needed. Each is asked for once. */
export class Known {
  readonly #peer: Peer
  readonly #asked = new Map<string, Promise<unknown>>()

  constructor(peer: Peer) {
    this.#peer = peer
  }

  guides = () => this.#some('guides', '/guides?limit=200', guideItems)
  wikis = (namespace: Namespace) => this.#some(`wikis of ${namespace}`, `/wikis/${namespace}?limit=200`, wikiItems)
  tags = () => this.#some('tags', '/tags?limit=200', z.array(z.string()))
  teams = () => this.#some('teams', '/teams?limit=200', z.array(team))
  users = () => this.#some('users', '/users?limit=200', z.array(user))
  comments = () => this.#some('comments', '/comments?limit=200', z.array(comment))

  /** A guide's detail, its own steps only. */
  guide(guideid: number): Promise<GuideDetail> {
    const path = `/guides/${guideid}?excludePrerequisiteSteps`
    return this.#once(path, () => this.#peer.read(path, guideDetail))
  }

  /** The first guide whose detail fits, among those that the list names first. */
  async guideWith(isWanted: (guide: GuideDetail) => boolean, reason: string): Promise<GuideDetail> {
    for (const { guideid } of (await this.guides()).slice(0, MAX_LOOKS)) {
      const guide = await this.guide(guideid)
      if (isWanted(guide)) return guide
    }
    throw new NotShown(reason)
  }

  /** Throws {@link NotShown} when the service has no such list, or nothing in it. */
  async #some<T>(what: string, path: string, shape: z.ZodType<T[]>): Promise<[T, ...T[]]> {
    const answer = await this.#once(path, () => this.#peer.ask(path))
    if (answer.status === 404) throw new NotShown(`the service has no list of ${what}`)
    must(answer.status === 200, `expected 200, got ${answer.status}: ${answer.text.slice(0, 200)}`)
    const [first, ...others] = readJson(answer, shape)
    if (first === undefined) throw new NotShown(`the list of ${what} is empty`)
    return [first, ...others]
  }

  #once<T>(path: string, ask: () => Promise<T>): Promise<T> {
    let answer = this.#asked.get(path) as Promise<T> | undefined
    if (!answer) this.#asked.set(path, (answer = ask()))
    return answer
  }
}
