import { markOf } from '../trace/trace.ts'
import { type Site, sites } from './site.ts'

/**
 * The paths of one kind of page in every language: `params.lang` is the prefix, undefined for the source language. `cacheKey` tells a build
 * what each page receives in addition to its path.
 */
export async function pathsInEach<Path extends { params: Record<string, string | undefined>; props?: Record<string, unknown> }>(
  pathsOf: (site: Site) => Path[] | Promise<Path[]>,
) {
  const all = (await sites()).map(async ({ site, prefix }) =>
    (await pathsOf(site)).map((path) => ({
      ...path,
      params: { ...path.params, lang: prefix },
      cacheKey: markOf(path.props),
    })),
  )
  return (await Promise.all(all)).flat()
}
