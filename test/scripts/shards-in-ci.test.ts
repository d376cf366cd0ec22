import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { benchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { keep, runInBash, type Step } from '../package/workflow.ts'
import { serveSample } from '../replica/peer.ts'
import { differing, siteFiles } from '../site-files.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const OF = 8

/** The example below a heading of docs/ci.md, as printed. */
function printed(heading: string): string {
  const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8')
  return /```yaml\n([^]*?)```/.exec(page.slice(page.indexOf(`\n### ${heading}\n`)))?.[1] ?? ''
}

/**
 * A folder for each machine, its tools, and the whole site as the expected result. `npx` and `npm ci` are simulated: nothing is installed.
 */
async function machines() {
  const [home, service] = [await temporaryFolder(), await serveSample()]
  const tools = join(home, 'tools')
  mkdirSync(tools)
  const run = `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(join(ROOT, 'scripts/benchbook.mjs'))}`
  writeFileSync(join(tools, 'npx'), `#!/bin/sh\nwhile [ "$1" != benchbook ]; do shift; done\nshift\n${run} "$@"\n`)
  writeFileSync(join(tools, 'npm'), '#!/bin/sh\n[ "$*" = ci ]\n')
  for (const name of ['npx', 'npm']) chmodSync(join(tools, name), 0o755)
  const env = { ...process.env, PATH: `${tools}${delimiter}${process.env.PATH}`, BENCHBOOK_SOURCE: service.url }
  const machine = (name: string): string => {
    mkdirSync(join(home, name), { recursive: true })
    return join(home, name)
  }
  const wantedOf = async (cache: string) => {
    const { code, stdout, stderr } = await benchbook(['build', '--cache', cache, '--out', join(home, 'whole')])
    expect(code, stdout + stderr).toBe(0)
    return siteFiles(join(home, 'whole'))
  }
  return { env, machine, wantedOf }
}

/** Runs a script on a machine, and returns its output. */
async function runOn(cwd: string, script: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runInBash(script, { cwd, env })
  expect(code, script + stdout + stderr).toBe(0)
  return stdout
}

test('the matrix of the GitHub example makes the whole site', async () => {
  const { env, machine, wantedOf } = await machines()
  interface Job {
    steps: Step[]
    strategy?: { matrix: { shard: number[] } }
  }
  const { crawl, shard, merge } = (parse(printed('A GitHub matrix')) as { jobs: Record<'crawl' | 'shard' | 'merge', Job> }).jobs
  const [caches, artifacts] = [machine('caches'), machine('artifacts')]
  const play = async (name: string, { steps }: Job, number = 0): Promise<string> => {
    const folder = machine(name)
    const filled = (text: string): string => text.replaceAll('${{ matrix.shard }}', String(number)).replaceAll('${{ github.run_id }}', '1')
    for (const { uses = '', run, with: inputs = {} } of steps) {
      if (run) await runOn(folder, filled(run), env)
      const paths = filled(typeof inputs.path === 'string' ? inputs.path : '')
        .split('\n')
        .filter(Boolean)
      if (uses.startsWith('actions/cache/save')) for (const path of paths) keep(join(folder, path), join(caches, path))
      if (uses.startsWith('actions/cache/restore')) for (const path of paths) keep(join(caches, path), join(folder, path))
      if (uses.startsWith('actions/upload-artifact')) {
        expect(inputs['include-hidden-files']).toBe(true)
        for (const path of paths) keep(join(folder, path), join(artifacts, path))
      }
      if (uses.startsWith('actions/download-artifact')) keep(artifacts, folder)
    }
    return folder
  }
  await play('crawl', crawl)
  expect(shard.strategy?.matrix.shard).toEqual(Array.from({ length: OF }, (_, at) => at + 1))
  for (const number of shard.strategy?.matrix.shard ?? []) await play(`shard-of-${number}`, shard, number)
  const merged = await play('merge', merge)
  expect(differing(await siteFiles(join(merged, 'dist')), await wantedOf(join(merged, 'content-cache')))).toEqual([])
})

test('the jobs of the GitLab example make the whole site', async () => {
  const { env, machine, wantedOf } = await machines()
  interface Job {
    script: string[]
    parallel?: number
    artifacts: { paths: string[] }
  }
  const { crawl, shard, pages, ...rest } = parse(printed("GitLab's `parallel`")) as Record<'crawl' | 'shard' | 'pages', Job> & {
    default: { before_script: string[] }
  }
  const artifacts = machine('artifacts')
  const play = async (name: string, { script, artifacts: { paths } }: Job, own: Record<string, string> = {}): Promise<string> => {
    const folder = machine(name)
    keep(artifacts, folder)
    await runOn(folder, [...rest.default.before_script, ...script].join('\n'), { ...env, ...own })
    for (const path of paths.map((path) => path.replaceAll(/\$(\w+)/g, (_, name: string) => own[name] ?? '')))
      keep(join(folder, path), join(artifacts, path))
    return folder
  }
  await play('crawl', crawl)
  expect(shard.parallel).toBe(OF)
  for (let number = 1; number <= OF; number++)
    await play(`shard-of-${number}`, shard, { CI_NODE_INDEX: String(number), CI_NODE_TOTAL: String(OF) })
  const merged = await play('pages', pages)
  expect(differing(await siteFiles(join(merged, 'public')), await wantedOf(join(merged, 'content-cache')))).toEqual([])
})

test('the Kubernetes Jobs make the whole site, and a merge before all shards exist ends with 2', async () => {
  const { env, machine, wantedOf } = await machines()
  const data = machine('data')
  await runOn(data, 'npx --no -- benchbook crawl', env)
  const [shards, merge] = parseAllDocuments(printed('Kubernetes Jobs')).map(
    (document) =>
      document.toJS() as {
        kind: string
        spec: { completions?: number; completionMode?: string; template: { spec: { containers: { args: string[] }[] } } }
      },
  )
  expect(shards).toMatchObject({ kind: 'Job', spec: { completions: OF, completionMode: 'Indexed' } })
  const argsOf = (job = shards): string => (job?.spec.template.spec.containers[0]?.args[0] ?? '').replaceAll('/data', data)
  for (let index = 0; index < OF; index++) {
    const early = index === OF - 1 ? await runInBash(argsOf(merge), { cwd: data, env }) : undefined
    if (early) expect(early).toMatchObject({ code: 2, stderr: expect.stringContaining(`is no shard of a site`) as string })
    await runOn(data, argsOf(), { ...env, JOB_COMPLETION_INDEX: String(index) })
  }
  await runOn(data, argsOf(merge), env)
  expect(differing(await siteFiles(join(data, 'dist')), await wantedOf(join(data, 'content-cache')))).toEqual([])
})
