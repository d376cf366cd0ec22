import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Ended, startBenchbook, type Surroundings } from './benchbook.ts'
import { temporaryFolder } from './cache/small-cache.ts'

/** The first step with this name, such as `mkdir PATH` or `rename FROM TO`, or the step with this number, counted from 1. */
type Step = RegExp | number

/** Options for Node in tests of what an interrupted command prints: it ends by itself, not after its second of grace. */
export const UNHURRIED = ['--import', 'data:text/javascript,process.exit = () => undefined']

async function start(args: readonly string[], step: Step | '', { env, node = [], ...others }: Surroundings, hold = '') {
  const steps = join(await temporaryFolder(), 'steps')
  const told = { STEPS: steps, STEP: step instanceof RegExp ? step.source : String(step), HOLD: hold }
  const preload = ['--import', join(import.meta.dirname, 'tell-steps.ts')]
  return { steps, ...startBenchbook(args, { ...others, env: { ...env, ...told }, node: [...node, ...preload] }) }
}

/** Runs `benchbook …` until it ends, and reports what it did to files and processes. */
export async function inSteps(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended & { steps: string[] }> {
  const { steps, ended } = await start(args, '', surroundings)
  return { ...(await ended), steps: (await readFile(steps, 'utf8')).trimEnd().split('\n') }
}

/** Runs `benchbook …`, and kills it when it is about to take a step. */
export async function killedAt(args: readonly string[], step: Step, surroundings: Surroundings = {}): Promise<void> {
  const { child, ended } = await start(args, step, surroundings)
  const { code, stdout, stderr } = await ended
  expect([code, child.signalCode], `${String(step)} was never taken: ${stdout}${stderr}`).toEqual([null, 'SIGKILL'])
}

/** Runs `benchbook …` until it ends, and makes one step fail with an error of the system. */
export async function failedAt(args: readonly string[], step: Step, error: string, surroundings: Surroundings = {}): Promise<Ended> {
  return (await start(args, step, { ...surroundings, env: { ...surroundings.env, FAIL: error } })).ended
}

/** Starts `benchbook …`, and pauses it before a step: until `goOn`, it reacts to no signal except SIGKILL. */
export async function heldAt(args: readonly string[], step: Step, surroundings: Surroundings = {}) {
  const { steps, child, ended } = await start(args, step, surroundings, 'true')
  const held = `${steps}.held`
  const hasEnded = ended.then(({ stdout, stderr }) => `It ended before ${String(step)}: ${stdout}${stderr}`)
  const isHeld = expect.poll(() => existsSync(held)).toBe(true)
  expect(await Promise.race([isHeld.then(() => 'held'), hasEnded])).toBe('held')
  return { child, ended, goOn: () => rm(held) }
}
