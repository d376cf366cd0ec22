import { readFile } from 'node:fs/promises'
import { SOURCE } from '../installation.ts'
import { ownTokens } from './colours.ts'
import { readLogo } from './logo.ts'
import { ownComponents, ownStyles, projectComponents, replacedComponents, type VitePlugin } from './own-components.ts'

/** What an operator wants otherwise; '' for what stays as it is. */
interface BrandOptions {
  accent: string
  colours: string
  logo: string
  components: string
}

export interface Brand {
  plugins: VitePlugin[]
  /** Changes with what pages are made of; undefined for components of one's own, which may import any file. */
  key: string | undefined
}

/** How pages are made in a site's own looks. Throws a UsageError for what cannot be used, before anything is written. */
export async function readBrand({ accent, colours, logo, components }: BrandOptions): Promise<Brand> {
  await readLogo(logo)
  const tokens = await brandTokens({ accent, colours })
  const project = await projectComponents(SOURCE)
  const replaced = await replacedComponents(components, project)
  const plugins = [ownStyles(tokens), ...(components ? [ownComponents(components, SOURCE, project, replaced)] : [])]
  return { plugins, key: components ? undefined : tokens }
}

/** The style sheet of the colours, with an operator's own. Throws as {@link readBrand} does. */
export const brandTokens = async ({ accent, colours }: Pick<BrandOptions, 'accent' | 'colours'>): Promise<string> =>
  ownTokens(await readFile(`${SOURCE}/styles/tokens.css`, 'utf8'), accent, colours)
