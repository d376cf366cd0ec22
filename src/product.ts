import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './installation.ts'

const { version, engines, homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
  engines: { node: string }
  homepage: string
}

export const VERSION = version
/** Product and version, as stored in caches and sites. */
export const PRODUCT = `Benchbook/${version}`

/** The required versions of Node, in words. */
export const NODE = `${engines.node.match(/\b\d{2}\.\d+/g)?.join(' or ') ?? ''}, or newer`

/** The address that explains an error code. */
export const helpOf = (code: string): string =>
  new URL(`blob/main/docs/troubleshooting.md#${code.toLowerCase()}`, homepage.replace(/#.*/, '/')).href

/** The `User-Agent`: product, version, and the operator's contact. */
export const userAgent = (contact: string): string => (contact ? `${PRODUCT} (${contact})` : PRODUCT)
