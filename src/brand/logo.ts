import { imageSizeFromFile } from 'image-size/fromFile'
import { sentence, unusable } from '../errors.ts'

/** A logo of one's own: its name in the site, its size in pixels where it says one. */
export interface Logo {
  name: string
  width: number
  height: number
}

const KINDS = ['svg', 'png', 'webp', 'jpg', 'avif', 'gif']

/** Looks at a logo's file; undefined for ''. Throws a {@link UsageError} for what is no picture. */
export async function readLogo(file: string): Promise<Logo | undefined> {
  if (!file) return undefined
  const {
    width,
    height,
    type = '',
  } = await imageSizeFromFile(file).catch((error: unknown) => {
    throw unusable('logo', file, `The logo ${file} cannot be used: ${sentence(error)}. Name a picture: ${KINDS.join(', ')}.`, error)
  })
  if (!KINDS.includes(type))
    throw unusable('logo', file, `The logo ${file} cannot be used: it is of the kind ${type}. Name one of ${KINDS.join(', ')}.`)
  return { name: `logo.${type}`, width, height }
}
