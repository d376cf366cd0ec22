import { z } from 'zod'
import { isInside } from '../../disk/own-path.ts'

/** What one page, or one search document, was made of: numbers of questions, and of addresses of media. */
export interface Part {
  asked: readonly number[]
  lookedUp: readonly number[]
}

export const pathSchema = z.string().refine(isInside)
export const partSchema = z.tuple([z.array(z.int()), z.string()])

export type EncodedPart = readonly [asked: readonly number[], lookedUp: string]

export const encodePart = ({ asked, lookedUp }: Part): EncodedPart => [
  asked,
  Buffer.from(Uint32Array.from(lookedUp).buffer).toString('base64'),
]

export function decodePart([asked, lookedUp]: EncodedPart): Part {
  const bytes = Uint8Array.from(Buffer.from(lookedUp, 'base64'))
  return { asked, lookedUp: [...new Uint32Array(bytes.buffer)] }
}
