import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './installation.ts'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

export const VERSION = version
/** Product and version as caches and sites name them. */
export const PRODUCT = `Benchbook/${version}`

/** Who asks: product, version and where the person who runs it can be reached. */
export const userAgent = (contact: string): string => (contact ? `${PRODUCT} (${contact})` : PRODUCT)
