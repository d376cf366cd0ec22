import { once } from 'node:events'

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: string
  message?: string
}

/** A connection that speaks WebDriver BiDi: https://w3c.github.io/webdriver-bidi/ */
export class Bidi {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Message) => void>()
  readonly #onEvent: (method: string, params: Record<string, unknown>) => void
  #last = 0

  constructor(socket: WebSocket, onEvent: (method: string, params: Record<string, unknown>) => void) {
    this.#socket = socket
    this.#onEvent = onEvent
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Message))
  }

  static async connect(url: string, onEvent: (method: string, params: Record<string, unknown>) => void): Promise<Bidi> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new Bidi(socket, onEvent)
  }

  /** The result of a command; throws the error of the browser. */
  async send<Result>(method: string, params: Record<string, unknown> = {}): Promise<Result> {
    const id = ++this.#last
    const answered = new Promise<Message>((answer) => this.#waiting.set(id, answer))
    this.#socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await answered
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message ?? ''}`)
    return result as Result
  }

  close(): void {
    this.#socket.close()
  }

  #take({ id, method, params, ...answer }: Message): void {
    if (id === undefined) return this.#onEvent(method ?? '', params ?? {})
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }
}
