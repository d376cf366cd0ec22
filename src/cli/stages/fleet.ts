import { accessSync, constants, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFile } from '../../cache/lock/lock.ts'
import type { Config } from '../../config/options.ts'
import { UsageError, wrongOption } from '../../errors.ts'
import { type Engine, openEngine } from '../../queue/engine.ts'
import { readFleetFile } from '../../queue/fleet-file.ts'
import { applyFleet } from '../../queue/fleet.ts'
import type { Night } from '../../queue/night.ts'
import { type FleetStatus, statusOf } from '../../queue/status.ts'
import { work } from '../../queue/work.ts'
import { nightInWords, statusInWords } from '../terminal/fleet.ts'
import { inFlags, jsonInFlags } from '../terminal/flags.ts'
import { showLive } from '../terminal/live.ts'
import { countOf } from '../terminal/words.ts'
import { print } from './outcome.ts'

const LOOK_MS = 1000

/** Gives a fleet to the workers; with `isNow` also a night of each service. */
export async function fleet(config: Config, path: string, isNow: boolean): Promise<number> {
  const given = readFleetFile(path)
  return withEngine(config, async (engine) => {
    const before = await applyFleet(engine, given, isNow)
    const names = given.services.map(({ name }) => name)
    const [added, removed] = [names.filter((name) => !before.includes(name)), before.filter((name) => !names.includes(name))]
    const services = countOf(given.services.length, 'service')
    const scheduled = given.services.filter(({ schedule }) => schedule !== undefined).length
    if (config.json) console.log(jsonInFlags({ services: names, added, removed, scheduled, isNow }))
    const when = `${scheduled === given.services.length ? 'all' : scheduled} with a schedule${isNow ? '; each has a night now' : ''}`
    print(
      [
        `${engine.place} has a fleet of ${services}, ${when}. ${engine.advice}`.trim(),
        ...(added.length > 0 && before.length > 0 ? [`Added: ${added.join(', ')}.`] : []),
        ...(removed.length > 0 ? [`Removed, and kept in the store: ${removed.join(', ')}.`] : []),
      ],
      config,
    )
    return 0
  })
}

/** Does jobs until it is interrupted. */
export function worker(config: Config, signal: AbortSignal): Promise<number> {
  const { queue, work: folder, publish: publisher } = config
  const onNote = (text: string): void => noted(`${new Date().toISOString().slice(0, 19)}Z ${text}`, config)
  // Several can be on one machine.
  const name = `${hostname()}-${process.pid}`
  requirePublisher(publisher)
  const takeJobs = async (engine: Engine): Promise<number> => {
    mkdirSync(folder, { recursive: true })
    const lock = await lockFile(join(folder, 'worker.lock'))
    if ('holder' in lock)
      throw wrongOption('work', `${folder} is that of another worker (${lock.holder}). Give each one of its own with \`work\`.`)
    // What failed is noted as a job that has failed.
    const onEnded = (night: Night): void => void (night.state !== 'failed' && onNote(nightInWords(night)))
    onNote(`${name} takes jobs from ${engine.place}. Ctrl+C gives the one in progress back. ${engine.advice}`.trim())
    await work({ engine, queue, worker: name, folder, publisher, signal, onNote, onEnded }).finally(lock.release)
    onNote(`${name} has stopped.`)
    return 130
  }
  return withEngine(config, takeJobs, onNote)
}

/** A program that is named by a path must be there; others are found in PATH once they are run. */
function requirePublisher(program: string): void {
  if (program !== basename(program))
    try {
      accessSync(program, constants.X_OK)
    } catch (cause) {
      const message = `${program}, which publishes sites, is not there or not executable. Check \`publish\`.`
      throw new UsageError(message, { cause, code: 'ERR_OPTION', option: 'publish' })
    }
}

/** Shows a fleet: live in a terminal, or once. */
export const status = (config: Config, signal: AbortSignal): Promise<number> =>
  withEngine(config, async (engine) => {
    let now = await statusNow(engine)
    if (config.json) console.log(jsonInFlags(now))
    else if (!process.stdout.isTTY) console.log(statusInWords(now).join('\n'))
    else {
      const live = showLive({ line: () => '', block: () => statusInWords(now) }, false, process.stdout)
      try {
        while (!signal.aborted) {
          await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined) // it is aborted
          now = await statusNow(engine)
        }
      } finally {
        live.stop()
      }
    }
    return now.services.some(({ last }) => last?.state === 'failed') ? 1 : 0
  })

async function statusNow(engine: Engine): Promise<FleetStatus> {
  const now = await statusOf(engine)
  if (now) return now
  throw new UsageError(`${engine.place} has no fleet. Give it one with "benchbook fleet".`, { code: 'ERR_FLEET', option: 'queue' })
}

async function withEngine(
  config: Config,
  use: (engine: Engine) => Promise<number>,
  onNote = (text: string): void => noted(text, config),
): Promise<number> {
  if (!config.queue) throw wrongOption('queue', 'No queue is named. Add `queue` with its address, such as `queue` redis://127.0.0.1:6379.')
  const engine = await openEngine(config.queue, onNote)
  return use(engine).finally(engine.close)
}

function noted(text: string, { quiet }: Config): void {
  if (!quiet) console.error(inFlags(text))
}
