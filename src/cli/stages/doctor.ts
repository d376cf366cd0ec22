import { styleText } from 'node:util'
import { InterruptedError, isBenchbookError } from '../../errors.ts'
import type { Config } from '../../config/options.ts'
import { type Survey, survey } from '../../crawl/survey/survey.ts'
import { PRODUCT, userAgent } from '../../product.ts'
import { freeBytes, lookAtMachine } from '../doctor/machine.ts'
import { tellSurvey } from '../doctor/service.ts'
import { inFlags, jsonInFlags } from '../terminal/flags.ts'

const COLOURS = { ok: 'green', note: 'yellow', problem: 'red' } as const

/** Prints what is all right and what is not, on this machine and on the service. 1 if there is a problem. */
export async function doctor(config: Config, signal: AbortSignal): Promise<0 | 1> {
  const findings = await lookAtMachine(config)
  let service: Survey | undefined
  try {
    if (config.source) {
      service = await survey({ ...config, product: PRODUCT, userAgent: userAgent(config.contact), signal })
      findings.push(...tellSurvey(service, config, await freeBytes(config.cache)))
    } else findings.push({ level: 'note', message: 'No service is named: add --source to have it looked at' })
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('Interrupted. Nothing was written.', { cause: error })
    if (!isBenchbookError(error)) throw error
    findings.push({ level: 'problem', message: error.message, code: error.code })
  }
  if (config.json) console.log(jsonInFlags({ findings, ...(service && { service }) }))
  if (!config.json && !config.quiet)
    for (const { level, message } of findings) console.log(`${styleText(COLOURS[level], level.padEnd(8))} ${inFlags(message)}`)
  const problems = findings.filter(({ level }) => level === 'problem')
  if (config.quiet) for (const { message } of problems) console.error(`benchbook: ${inFlags(message)}`)
  return problems.length > 0 ? 1 : 0
}
