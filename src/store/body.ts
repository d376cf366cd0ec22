/** The maximum drained from an unused answer. */
const MAX_UNREAD_BYTES = 1024 * 1024

/** The bytes of an answer's body; undefined if there are more than `maxBytes`: a store may send endlessly. */
export async function bodyOf(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    if ((size += piece.byteLength) > maxBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** A connection can be reused only after its answer's body was read. */
export async function drained(response: Response): Promise<Response> {
  await bodyOf(response, MAX_UNREAD_BYTES)
  return response
}
