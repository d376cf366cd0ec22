import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Ended } from '../benchbook.ts'

/** A step of a GitHub workflow or of a composite action, as in its file. */
export interface Step {
  id?: string
  if?: string
  name?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
  env?: Record<string, string>
  'working-directory'?: string
}

export interface Surroundings {
  /** The folder of the checkout, with committed files only. */
  folder: string
  /** Where `actions/cache` keeps files of one run for the next. */
  store: string
  env: NodeJS.ProcessEnv
  /** The values of `${{ … }}`. */
  values: Record<string, string>
  /** Steps that count as done, by their line. */
  done?: readonly string[]
}

export interface Outcome {
  failed: boolean
  /** The output `changed` of a step. */
  changed: boolean
  /** The actions that ran, and the first lines of other steps. */
  ran: string[]
  said: string
}

/** The actions that this machine simulates: any other in `uses` is an error. */
const ACTIONS = /^actions\/(?:checkout|setup-node|upload-pages-artifact|deploy-pages|upload-artifact)@(?:v\d+|[\da-f]{40})$/

/** Runs the steps of a job one after the other, as GitHub does: the shell steps by `bash -eo pipefail`, on this machine. */
export async function runSteps(steps: readonly Step[], { folder, store, env, values, done = [] }: Surroundings): Promise<Outcome> {
  const outcome: Outcome = { failed: false, changed: false, ran: [], said: '' }
  const known: Record<string, string> = { ...values }
  const filled = (words: string): string => words.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => valueOf(name))
  const valueOf = (name: string): string => {
    if (!(name in known) && !/^steps\.\w+\.(?:outputs\.\w+|outcome)$/.test(name)) throw new Error(`Unknown value: ${name}.`)
    return known[name] ?? ''
  }
  const holds = (condition: string): boolean =>
    condition.split(' && ').every((part) => {
      if (part === 'always()') return true
      if (part === 'failure()') return outcome.failed
      const [, name = part, wanted] = /^(\S+) == '(\w+)'$/.exec(part) ?? []
      return wanted === undefined ? !outcome.failed && valueOf(name) !== '' : valueOf(name) === wanted
    })
  for (const step of steps) {
    if (!(step.if === undefined ? !outcome.failed : holds(step.if))) continue
    const { id = '', uses, run, with: inputs = {} } = step
    if (uses?.startsWith('actions/cache/')) {
      const paths = filled(String(inputs.path)).trim().split('\n')
      const [from, to] = uses.includes('/restore@') ? [store, folder] : [folder, store]
      if (to === store) rmSync(store, { recursive: true, force: true })
      for (const path of paths) keep(join(from, path), join(to, path))
    } else if (uses && !ACTIONS.test(uses)) throw new Error(`No simulation of ${uses}.`)
    outcome.ran.push(uses ?? run?.split('\n', 1)[0] ?? '')
    if (run === undefined || done.includes(run)) continue
    const output = join(folder, '../output')
    writeFileSync(output, '')
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]))
    const cwd = filled(step['working-directory'] ?? folder)
    const { code, stdout, stderr } = await runInBash(filled(run), { cwd, env: { ...env, ...own, GITHUB_OUTPUT: output } })
    outcome.said += stdout + stderr
    for (const line of readFileSync(output, 'utf8').split('\n'))
      known[`steps.${id}.outputs.${line.split('=')[0] ?? ''}`] = line.split('=')[1] ?? ''
    known[`steps.${id}.outcome`] = code === 0 ? 'success' : 'failure'
    if (code !== 0) outcome.failed = true
    if (known[`steps.${id}.outputs.changed`] === 'true') outcome.changed = true
  }
  return outcome
}

/** Runs a script as GitHub and GitLab do: it ends at the first failing line, including pipes. */
export async function runInBash(script: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Ended> {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((ended) => child.once('close', ended))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

/** Copies a file or folder with its times, as an archive does; nothing if it does not exist. */
export function keep(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
}
