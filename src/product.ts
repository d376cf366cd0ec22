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
/** Product and version as caches and sites name them. */
export const PRODUCT = `Benchbook/${version}`

/** The versions of Node that it needs, in words. */
export const NODE = `${engines.node.match(/\b\d{2}\.\d+/g)?.join(' or ') ?? ''}, or newer`

/** The major version of the packaged Chromium that is tested. */
export const CHROMIUM_VERSION = devDependencies['@sparticuz/chromium'].split('.', 1)[0]

/** Where a code of an error is explained. */
export const helpOf = (code: string): string =>
  new URL(`blob/main/docs/troubleshooting.md#${code.toLowerCase()}`, homepage.replace(/#.*/, '/')).href

/** Who asks: product, version and where the person who runs it can be reached. */
export const userAgent = (contact: string): string => (contact ? `${PRODUCT} (${contact})` : PRODUCT)
