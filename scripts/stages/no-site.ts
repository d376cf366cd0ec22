import { UsageError } from '../../src/errors.ts'

/** The error for a folder in which a built site was to be. */
export const noSite = (out: string): UsageError =>
  new UsageError(`There is no site of Benchbook in ${out}. Run "benchbook build" first, or name the right folder with --out.`, {
    code: 'ERR_SITE_MISSING',
    option: 'out',
    path: out,
  })
