import { imageSizeFromFile } from 'image-size/fromFile'
import { sentence, unusable } from '../errors.ts'

/** The operator's logo: its name in the site, and its size in pixels if the file states one. */
export interface Logo {
  name: string
  width: number
  height: number
}

const KINDS = ['svg', 'png', 'webp', 'jpg', 'avif', 'gif']

/** Reads a logo's file; undefined for ''. Throws a {@link UsageError} for a file that is not a picture. */
export async function readLogo(file: string): Promise<Logo | undefined> {
  if (!file) return undefined
  const size = await imageSizeFromFile(file).catch((error: unknown) => {
    throw unusable('logo', file, `The logo ${file} cannot be used: ${sentence(error)}. Name a picture: ${KINDS.join(', ')}.`, error)
  })
  const { width, height, type = '' } = size
  if (!KINDS.includes(type))
    throw unusable('logo', file, `The logo ${file} cannot be used: it is of the kind ${type}. Name one of ${KINDS.join(', ')}.`)
  return { name: `logo.${type}`, width, height }
}
