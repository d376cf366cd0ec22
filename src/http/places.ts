import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets so many connections be open at once. Where all places are taken, a newcomer gets that of one that has lain still for longer than
 * `graceMs`, else that of the one whose answer has been under way longest, so that those who read slowly keep nobody out. Where all
 * are younger, the newcomer is closed.
 */
export function keepPlaces(server: Server, { maxConnections, graceMs }: { maxConnections: number; graceMs: number }): void {
  /** Since when each connection lies still or is answered, the oldest first. */
  const since = new Map<Socket, number>()
  const answered = new Set<Socket>()
  const touch = (socket: Socket) => {
    since.delete(socket)
    since.set(socket, performance.now())
  }
  const oldest = (isAnswered: boolean): Socket | undefined => {
    const latest = performance.now() - graceMs
    for (const [socket, start] of since) if (start <= latest && answered.has(socket) === isAnswered) return socket
    return undefined
  }
  server.on('connection', (socket: Socket) => {
    touch(socket)
    socket.once('close', () => {
      since.delete(socket)
      answered.delete(socket)
    })
    if (since.size <= maxConnections) return
    const leaving = oldest(false) ?? oldest(true) ?? socket
    since.delete(leaving)
    leaving.destroy()
  })
  server.on('request', ({ socket }, response) => {
    answered.add(socket)
    touch(socket)
    response.once('close', () => {
      answered.delete(socket)
      if (since.has(socket)) touch(socket)
    })
  })
}
