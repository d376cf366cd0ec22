import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSite } from '../bench/build/made-site.ts'
import { runTree } from '../bench/build/process-tree.ts'
import { withFolder } from '../bench/run.ts'
import { type CpuProfile, topEntries } from './top-entries.ts'

const COMMAND = fileURLToPath(new URL('../benchbook.mjs', import.meta.url))
/** A build that cannot show a record has ended as well. */
const ENDED = { codes: [0, 1] }

/** Profiles one build in one process, of a cache or else of a made-up site, into the folder `out`; gives its top entries. */
export const profileBuild = ({ guides, cache: given, out }: { guides: number; cache?: string | undefined; out: string }): Promise<string> =>
  withFolder(async (folder) => {
    const cache = given ?? join(folder, 'cache')
    if (given === undefined) await makeSite(cache, guides)
    const build = [COMMAND, 'build', '--quiet', '--workers', '1', '--cache', cache]
    // The first one compiles the pages.
    await runTree(process.execPath, [...build, '--out', join(folder, 'first')], ENDED)
    await runTree(process.execPath, ['--cpu-prof', '--cpu-prof-dir', out, ...build, '--out', join(folder, 'second')], ENDED)
    const [last = ''] = (await readdir(out))
      .filter((name) => name.endsWith('.cpuprofile'))
      .sort()
      .reverse()
    const profile = JSON.parse(await readFile(join(out, last), 'utf8')) as CpuProfile
    return `${await topEntries(profile)}\n\nThe whole profile: ${join(out, last)}`
  })
