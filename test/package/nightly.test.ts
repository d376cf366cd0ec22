import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { validate } from 'dockerfile-utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openCache } from '../../src/cache/reader.ts'
import { type RunningService, startService } from '../../src/replica/http/server.ts'
import { DOCKERFILE } from '../../src/cli/stages/ci.ts'
import { editGuide } from '../cache/edited-guide.ts'
import { listen } from '../../src/http/listen.ts'
import { SAMPLE } from '../replica/peer.ts'
import { differing, type SiteFile, siteFiles } from '../site-files.ts'
import { elsewhere, type Elsewhere, install, pack } from './installed.ts'
import { keep, runInBash, runSteps, type Step, type Surroundings } from './workflow.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const GUIDE = 5

/** The service of a copy of the sample, which the test edits, breaks and repairs at the same address. */
class Service {
  readonly folder: string
  #running: Pick<RunningService, 'api' | 'url' | 'close'> | undefined
  api = ''

  constructor(folder: string) {
    this.folder = folder
    cpSync(SAMPLE, folder, { recursive: true })
  }

  async start(): Promise<void> {
    await this.close()
    this.#running = await startService(await openCache(this.folder), { port: this.#port, impersonatesService: true })
    this.api = this.#running.api
  }

  async edit(title: string): Promise<void> {
    await editGuide(this.folder, GUIDE, (guide) => (guide.title = title))
    await this.start()
  }

  async break(): Promise<void> {
    await this.close()
    const server = createServer((_, response) => response.writeHead(500).end('down'))
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#running = { api: this.api, url: this.api, close: async () => void server.close() }
  }

  close = async (): Promise<void> => this.#running?.close()

  get #port(): number {
    return this.api ? Number(new URL(this.api).port) : 0
  }
}

let place: Elsewhere
let service: Service
let tarball = ''
let noNetwork: string | undefined
/** An environment without the variables of Vitest and npm in this process. */
let env: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  tarball = await pack()
  place = await elsewhere()
  noNetwork = await install(place, tarball)
  service = new Service(await mkdtemp(join(tmpdir(), 'benchbook-nightly-service-')))
  await service.start()
  await place.run(`npx --no -- benchbook init --source ${service.api} --ci github,gitlab,docker,systemd`)
  await place.run('git init --quiet && git add . && git -c user.name=a -c user.email=a@example.org commit --quiet --message=all')
  // Another machine has neither the file that was installed here, nor the cache of npm.
  rmSync(tarball)
  // A broken service gets one request, not a minute of retries.
  env = JSON.parse((await place.run(`node -p "JSON.stringify(process.env)"`)).stdout) as NodeJS.ProcessEnv
  env.BENCHBOOK_RETRIES = '0'
  env.npm_config_cache = join(dirname(place.folder), 'npm')
})
beforeEach(({ skip }) => skip(noNetwork !== undefined, noNetwork))
afterAll(async () => {
  await service.close()
  for (const path of [dirname(place.folder), dirname(tarball), service.folder]) rmSync(path, { recursive: true, force: true })
})

/** A fresh clone for the next night, with what npm installed in the first. */
function checkedOut(name: string): { folder: string; done: string[] } {
  const folder = join(dirname(place.folder), name)
  const [installed, aside] = [join(folder, 'node_modules'), `${folder}-installed`]
  if (existsSync(installed)) renameSync(installed, aside)
  rmSync(folder, { recursive: true, force: true })
  execFileSync('git', ['clone', '--quiet', place.folder, folder])
  if (!existsSync(aside)) return { folder, done: [] }
  renameSync(aside, installed)
  return { folder, done: ['npm ci'] }
}

describe('four nights of the workflow that init writes for GitHub', () => {
  let steps: Step[] = []
  let surroundings: Omit<Surroundings, 'folder' | 'done'>
  let told = ''
  const nights: { failed: boolean; ran: string[]; said: string; site: Map<string, SiteFile> }[] = []

  /** `gh` is not available here: this replacement stores its input. */
  const GH = `#!/bin/sh\necho "$@" >> "$TOLD"\nfor last; do :; done\n[ -f "$last" ] && cat "$last" >> "$TOLD"\nexit 0\n`

  async function night(): Promise<(typeof nights)[number]> {
    const clone = checkedOut('github')
    const { failed, ran, said } = await runSteps(steps, { ...surroundings, ...clone })
    const one = { failed, ran, said, site: await siteFiles(join(clone.folder, 'dist')) }
    nights.push(one)
    return one
  }

  beforeAll(async () => {
    if (noNetwork) return
    const workflow = readFileSync(join(place.folder, '.github/workflows/benchbook.yml'), 'utf8')
    steps = (parse(workflow) as { jobs: { export: { steps: Step[] } } }).jobs.export.steps
    const tools = join(dirname(place.folder), 'tools')
    mkdirSync(tools)
    writeFileSync(join(tools, 'gh'), GH, { mode: 0o755 })
    told = join(tools, 'told')
    surroundings = {
      store: join(dirname(place.folder), 'github-cache'),
      env: { ...env, PATH: `${tools}:${env.PATH ?? ''}`, TOLD: told, GITHUB_STEP_SUMMARY: join(tools, 'summary.md') },
      values: {
        'secrets.BENCHBOOK_TOKEN': '',
        'github.token': 'x',
        'github.run_id': '1',
        'github.server_url': 'https://github.example',
        'github.repository': 'you/guides',
      },
    }
    await service.start()
  })

  test('the first publishes the site', async () => {
    const { failed, ran, said, site } = await night()
    expect([failed, site.has('index.html')], said).toEqual([false, true])
    expect(ran).toContain('actions/deploy-pages@v4')
    expect(readFileSync(surroundings.env.GITHUB_STEP_SUMMARY ?? '', 'utf8')).toMatch(/^# /)
  })

  test('the second finds a change, sends few requests, and publishes', async () => {
    await service.edit('A title of tonight')
    const { failed, ran, said, site } = await night()
    expect(failed, said).toBe(false)
    expect(ran).toContain('actions/deploy-pages@v4')
    const changed = differing(nights[0]?.site ?? new Map<string, SiteFile>(), site)
    expect(changed).toContain(`guide/${GUIDE}/index.html`)
    expect(changed.length).toBeLessThan(site.size / 4)
  })

  test('the third finds none, and publishes nothing', async () => {
    const { failed, ran, said, site } = await night()
    expect(failed, said).toBe(false)
    expect(ran.filter((name) => /deploy-pages|upload-pages|^cp /.test(name))).toEqual([])
    expect(differing(nights[1]?.site ?? new Map<string, SiteFile>(), site)).toEqual([])
  })

  test('the fourth meets a broken service: it publishes nothing, keeps the site and the report, and opens an issue', async () => {
    await service.break()
    const { failed, ran, said, site } = await night()
    expect(failed, said).toBe(true)
    expect(ran.filter((name) => /deploy-pages|upload-pages|^c[mp]/.test(name))).toEqual([])
    expect(ran).toEqual(expect.arrayContaining(['actions/upload-artifact@v4', 'actions/cache/save@v4']))
    expect(differing(nights[2]?.site ?? new Map<string, SiteFile>(), site)).toEqual([])
    expect(readFileSync(told, 'utf8')).toMatch(
      /issue create --title The nightly export fails[^]*actions\/runs\/1 failed\.\n\n(?: {4}.*\n)* {4}benchbook: /,
    )
  })

  test('afterwards the service is back, and a change is published', async () => {
    await service.edit('A title of tomorrow')
    const { failed, ran, said } = await night()
    expect(failed, said).toBe(false)
    expect(ran).toContain('actions/deploy-pages@v4')
  })
})

describe('four nights of the job that init writes for GitLab', () => {
  interface Job {
    variables: Record<string, string>
    cache: { paths: string[] }
    script: string[]
    after_script: string[]
    allow_failure: { exit_codes: number }
  }
  let job: Job
  const issues: { token: unknown; url: string | undefined; body: URLSearchParams }[] = []

  async function night(): Promise<{ code: number | null; said: string; folder: string }> {
    const gitlab = createServer((request, response) => {
      void text(request).then((body) => {
        issues.push({ token: request.headers['private-token'], url: request.url, body: new URLSearchParams(body) })
        response.writeHead(201).end('{}')
      })
    })
    const port = await listen(gitlab, { host: '127.0.0.1', port: 0 })
    const { folder, done } = checkedOut('gitlab')
    const store = join(dirname(place.folder), 'gitlab-cache')
    for (const path of job.cache.paths) keep(join(store, path), join(folder, path))
    const own = { ...env, ...job.variables, ISSUE_TOKEN: 'sesame', CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`, CI_PROJECT_ID: '7' }
    const script = job.script.filter((line) => !done.includes(line)).join('\n')
    const { code, stdout, stderr } = await runInBash(script, { cwd: folder, env: own })
    const after = await runInBash(job.after_script.join('\n'), { cwd: folder, env: own })
    expect(after.stderr).toBe('')
    rmSync(store, { recursive: true, force: true })
    for (const path of job.cache.paths) keep(join(folder, path), join(store, path))
    gitlab.close()
    return { code, said: stdout + stderr, folder }
  }

  beforeAll(async () => {
    if (noNetwork) return
    job = (parse(readFileSync(join(place.folder, '.gitlab-ci.yml'), 'utf8')) as { pages: Job }).pages
    await service.start()
  })

  test('handle a site, a change, none, and a broken service', async () => {
    const first = await night()
    expect([first.code, existsSync(join(first.folder, 'public/index.html'))], first.said).toEqual([0, true])
    await service.edit('A title for GitLab')
    expect((await night()).code).toBe(0)
    const third = await night()
    expect(third.code, third.said).toBe(job.allow_failure.exit_codes)
    expect(issues).toEqual([])
    await service.break()
    const fourth = await night()
    expect([0, job.allow_failure.exit_codes]).not.toContain(fourth.code)
    expect(existsSync(join(fourth.folder, 'public/index.html'))).toBe(true)
    expect(issues).toMatchObject([{ token: 'sesame', url: '/api/v4/projects/7/issues' }])
    expect(issues[0]?.body.get('title')).toBe('The nightly export fails')
    expect(issues[0]?.body.get('description')).toContain('benchbook: ')
  })
})

describe('the image that init writes', () => {
  test('passes a linter, and does not run as root', () => {
    expect(validate(DOCKERFILE)).toEqual([])
    expect(/^USER (?!root)/m.test(DOCKERFILE)).toBe(true)
    expect(validate('FROM node:24\nFOO x\n')).toHaveLength(1)
  })

  test('makes a site in the volume if its steps run in folders of this machine', async () => {
    await service.start()
    const place2 = join(dirname(place.folder), 'image')
    const [work, data] = [checkedOut('image/work').folder, join(place2, 'data')]
    const here = (line: string): string =>
      line
        .replaceAll('/srv/benchbook', work)
        .replaceAll('/data', data)
        .replace(/--mount=\S+ /, '')
        .replace('chown node:node', `chown ${process.getuid?.() ?? ''}`)
    let own = env
    for (const line of DOCKERFILE.trim().split('\n')) {
      const [, word = '', rest = ''] = /^(\w+) (.+)$/.exec(line) ?? []
      if (word === 'ENV')
        own = {
          ...own,
          ...Object.fromEntries(
            here(rest)
              .split(' ')
              .map((pair) => pair.split('=') as [string, string]),
          ),
        }
      else if (word === 'RUN') {
        const { code, stdout, stderr } = await runInBash(here(rest), { cwd: work, env: own })
        expect(code, line + stdout + stderr).toBe(0)
      } else if (word === 'ENTRYPOINT') {
        const command = [...(JSON.parse(rest) as string[]), ...(JSON.parse(/CMD (.+)/.exec(DOCKERFILE)?.[1] ?? '[]') as string[])]
        const { code, stdout, stderr } = await runInBash(command.join(' '), { cwd: work, env: own })
        expect(code, stdout + stderr).toBe(0)
      } else expect(line).toMatch(/^(?:COPY \. \.$|(?:FROM|WORKDIR|USER|VOLUME|CMD) )/)
    }
    expect(existsSync(join(data, 'dist/index.html'))).toBe(true)
  })
})

test('systemd accepts the units that init writes', async ({ skip }) => {
  const analyze = await runInBash('command -v systemd-analyze || true', { cwd: place.folder, env })
  skip(analyze.stdout === '', 'There is no systemd-analyze on this machine.')
  const units = ['benchbook.service', 'benchbook.timer']
  const { folder } = checkedOut('units')
  expect(await runInBash('npm ci', { cwd: folder, env })).toMatchObject({ code: 0 })
  for (const unit of units)
    writeFileSync(join(folder, unit), readFileSync(join(place.folder, unit), 'utf8').replaceAll('/srv/benchbook', folder))
  expect(execFileSync('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))], { encoding: 'utf8', stdio: 'pipe' })).toBe(
    '',
  )
})

test('the action exports in a clean clone, and reports whether the site has changed', async () => {
  await service.start()
  const { runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as { runs: { steps: Step[] } }
  const night = (): ReturnType<typeof runSteps> => {
    const folder = join(dirname(place.folder), 'with-action')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    return runSteps(runs.steps, {
      folder,
      store: join(dirname(place.folder), 'action-cache'),
      env: { ...env, GITHUB_ACTION_PATH: ROOT, GITHUB_STEP_SUMMARY: join(folder, '../action-summary.md') },
      values: {
        'inputs.source': service.api,
        'inputs.contact': 'you@example.org',
        'inputs.out': 'dist',
        'inputs.token': '',
        'inputs.options': '--lang de --quiet',
        'github.job': 'site',
        'github.run_id': '1',
        'github.action_path': ROOT,
      },
      // The packages of the checkout serve as well.
      done: ['npm ci --omit=dev --no-audit --no-fund'],
    })
  }
  const first = await night()
  expect([first.failed, first.changed], first.said).toEqual([false, true])
  const second = await night()
  expect([second.failed, second.changed], second.said).toEqual([false, false])
})
