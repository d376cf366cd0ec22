const MOST = 200

/** Answers of an index by what was asked, the last ones: every key repeats most questions. Failures are not kept. */
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
