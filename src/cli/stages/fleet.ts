import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/options.ts'
import { UsageError } from '../../errors.ts'
import { type Engine, openEngine } from '../../queue/engine.ts'
import { readFleetFile } from '../../queue/fleet-file.ts'
import { applyFleet } from '../../queue/fleet.ts'
import { type FleetStatus, statusOf } from '../../queue/status.ts'
import { work } from '../../queue/work.ts'
import { statusInWords } from '../terminal/fleet.ts'
import { inFlags, jsonInFlags } from '../terminal/flags.ts'
import { showLive } from '../terminal/live.ts'
import { countOf } from '../terminal/words.ts'
import { print } from './outcome.ts'

const LOOK_MS = 1000

/** Gives a fleet to the workers; with `isNow` also a night of each service. */
export async function fleet(config: Config, path: string, isNow: boolean): Promise<number> {
  const given = readFleetFile(path)
  return withEngine(config, async (engine) => {
    await applyFleet(engine, given, isNow)
    const services = countOf(given.services.length, 'service')
    const scheduled = given.services.filter(({ schedule }) => schedule !== undefined).length
    if (config.json) console.log(jsonInFlags({ services: given.services.map(({ name }) => name), scheduled, isNow }))
    print(
      [`${engine.place} has a fleet of ${services}, ${scheduled} of them with a schedule${isNow ? '; each has a night now' : ''}.`],
      config,
    )
    return 0
  })
}

/** Does jobs until it is interrupted. */
export const worker = (config: Config, signal: AbortSignal): Promise<number> =>
  withEngine(config, async (engine) => {
    const onNote = (text: string): void => noted(text, config)
    onNote(`Taking jobs from ${engine.place}. Ctrl+C gives the one in progress back.`)
    await work({ engine, queue: config.queue, folder: config.work, publisher: config.publish, signal, onNote })
    return 130
  })

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

async function withEngine(config: Config, use: (engine: Engine) => Promise<number>): Promise<number> {
  if (!config.queue)
    throw new UsageError('No queue is named. Add `queue` with its address, such as `queue` redis://127.0.0.1:6379.', {
      code: 'ERR_OPTION',
      option: 'queue',
    })
  const engine = await openEngine(config.queue, (text) => noted(text, config))
  return use(engine).finally(engine.close)
}

function noted(text: string, { quiet }: Config): void {
  if (!quiet) console.error(inFlags(text))
}
