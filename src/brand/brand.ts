import { readFile } from 'node:fs/promises'
import { SOURCE } from '../installation.ts'
import { ownTokens } from './colours.ts'
import { readLogo } from './logo.ts'
import { ownComponents, ownStyles, type VitePlugin } from './own-components.ts'

/** The operator's branding; '' for what stays as it is. */
interface BrandOptions {
  accent: string
  colours: string
  logo: string
  components: string
}

export interface Brand {
  plugins: VitePlugin[]
  /** A digest of the inputs of pages; undefined for the operator's own components, which may import any file. */
  key: string | undefined
}

/** Reads a site's branding. Throws a UsageError for invalid files, before anything is written. */
export async function readBrand({ accent, colours, logo, components }: BrandOptions): Promise<Brand> {
  await readLogo(logo)
  const tokens = await brandTokens({ accent, colours })
  return { plugins: [ownStyles(tokens), await ownComponents(components, SOURCE)], key: components ? undefined : tokens }
}

/** The style sheet of the colours, including an operator's. Throws like {@link readBrand}. */
export const brandTokens = async ({ accent, colours }: Pick<BrandOptions, 'accent' | 'colours'>): Promise<string> =>
  ownTokens(await readFile(`${SOURCE}/styles/tokens.css`, 'utf8'), accent, colours)
