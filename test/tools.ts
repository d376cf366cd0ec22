import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What `.ci/install-tools` has printed. */
const INSTALLED = (process.env.INSTALLED_TOOLS ?? '').split(/\s+/)

/** Why tests with a program are skipped; '' where it can be run. Throws where the package that it comes from was installed for this run. */
export function whyNo(program: string, from = program): string {
  if ([...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, program)))) return ''
  if (INSTALLED.includes(from)) throw new Error(`There is no ${program}, though ${from} was installed for this run.`)
  return `${program} is not installed`
}
