import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './installation.ts'

const { version, engines, homepage, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
  engines: { node: string }
  homepage: string
  devDependencies: { '@sparticuz/chromium': string }
}

export const VERSION = version
/** Product and version, as stored in caches and sites. */
export const PRODUCT = `Benchbook/${version}`

/** The required versions of Node, in words. */
export const NODE = `${engines.node.match(/\b\d{2}\.\d+/g)?.join(' or ') ?? ''}, or newer`

/** The major version of the packaged Chromium that is tested. */
export const CHROMIUM_VERSION = devDependencies['@sparticuz/chromium'].split('.', 1)[0]

/** The address that explains an error code. */
export const helpOf = (code: string): string =>
  new URL(`blob/main/docs/troubleshooting.md#${code.toLowerCase()}`, homepage.replace(/#.*/, '/')).href

/** The `User-Agent`: product, version, and the operator's contact. */
export const userAgent = (contact: string): string => (contact ? `${PRODUCT} (${contact})` : PRODUCT)
