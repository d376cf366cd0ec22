import { UsageError } from '../errors.ts'
import { pathOfSite, withSlash } from '../model/addresses/site-path.ts'
import type { Config } from './options.ts'

/** Throws a {@link UsageError} where the address of a site leads below another path than its links do: none of them would lead anywhere. */
export function refuseSiteBesideBase({ site, base }: Pick<Config, 'site' | 'base'>): void {
  const path = pathOfSite(site)
  if (path === undefined || path === withSlash(base)) return
  throw new UsageError(
    `\`site\` ${site} leads below ${path}, and the links of the site below \`base\` ${base}. Add \`base\` ${path}, or leave the path out of \`site\`.`,
    { code: 'ERR_OPTION', option: 'base' },
  )
}
