const MOST = 200

/** A cache of the last answers of an index, by query: typing repeats most queries. Failures are not cached. */
export class AnswerCache<A> {
  readonly #answers = new Map<string, Promise<A>>()

  get(key: string, ask: () => Promise<A>): Promise<A> {
    const known = this.#answers.get(key)
    const answer = known ?? ask()
    if (!known) answer.catch(() => this.#answers.delete(key))
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > MOST && oldest !== undefined) this.#answers.delete(oldest)
    return answer
  }
}
