import { z } from 'zod'
import { isInside } from '../../disk/own-path.ts'

/** The dependencies of one page or search document: numbers of questions, and of media addresses. */
export interface Dependencies {
  dependencies: readonly number[]
  mediaLookups: readonly number[]
}

export const pathSchema = z.string().refine(isInside)
export const partSchema = z.tuple([z.array(z.int()), z.string()])

export type EncodedPart = readonly [dependencies: readonly number[], mediaLookups: string]

export const encodePart = ({ dependencies, mediaLookups }: Dependencies): EncodedPart => [
  dependencies,
  Buffer.from(Uint32Array.from(mediaLookups).buffer).toString('base64'),
]

export function decodePart([dependencies, mediaLookups]: EncodedPart): Dependencies {
  const bytes = Uint8Array.from(Buffer.from(mediaLookups, 'base64'))
  return { dependencies, mediaLookups: [...new Uint32Array(bytes.buffer)] }
}
