import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Limits concurrent connections. If all places are taken, a new connection replaces one that has been idle for longer than `graceMs`,
 * otherwise the one with the longest running response, so that slow readers do not block others. If all are younger, the new connection is
 * closed.
 */
export function keepPlaces(server: Server, { maxConnections, graceMs }: { maxConnections: number; graceMs: number }): void {
  /** When each connection became idle or its response started, the oldest first. */
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
