import { once } from 'node:events'

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: string
  message?: string
}

export type Bidi = Awaited<ReturnType<typeof connectBidi>>

/** A connection that speaks WebDriver BiDi: https://w3c.github.io/webdriver-bidi/ */
export async function connectBidi(url: string, onEvent: (method: string, params: Record<string, unknown>) => void) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (answer: Message) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method = '', params = {}, ...answer } = JSON.parse(String(data)) as Message
    if (id === undefined) return onEvent(method, params)
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  await once(socket, 'open')
  return {
    /** The result of a command; throws the error of the browser. */
    async send<Result>(method: string, params: Record<string, unknown> = {}): Promise<Result> {
      const id = ++last
      const answered = new Promise<Message>((answer) => waiting.set(id, answer))
      socket.send(JSON.stringify({ id, method, params }))
      const { result, error, message } = await answered
      if (error !== undefined) throw new Error(`${method}: ${error}: ${message ?? ''}`)
      return result as Result
    },
    close: () => socket.close(),
  }
}
