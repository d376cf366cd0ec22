import { lastGoodInWords, minuteOf, type Night } from '../../queue/night.ts'
import type { FleetStatus, ServiceStatus } from '../../queue/status.ts'
import { countOf, table, timeInWords } from './words.ts'

/** A fleet: what its running jobs report, what failed, and a line for each service, first those that need attention. */
export function statusInWords({ queue, store, workers, services }: FleetStatus): string[] {
  const rows = services
    .toSorted((a, b) => urgency(a) - urgency(b))
    .map((service) => [service.name, service.now, ...lastInWords(service), nextInWords(service)])
  const lines = table([['service', 'now', 'last night, UTC', 'took', 'changes', 'next, UTC'], ...rows], 'text')
  const work = services.flatMap((service) =>
    service.work.map(({ worker, isGone, shard, line }) => {
      const said = isGone ? 'does not answer: its job will be given to another worker' : line
      return `  ${service.name}${shard ? `, shard ${shard}` : ''}, on ${worker}: ${said}`
    }),
  )
  const failures = services.flatMap(({ name, last }) =>
    last?.notes[0] ? [`  ${name}: ${last.notes[0]} ${lastGoodInWords(last)}`.trimEnd()] : [],
  )
  const named = workers.length > 0 ? `: ${workers.join(', ')}` : ''
  const heading = `${queue}, ${countOf(services.length, 'service')} in ${store}, ${countOf(workers.length, 'worker')}${named}`
  const parts = [work, failures, lines].filter((part) => part.length > 0)
  return [heading, ...parts.flatMap((part) => ['', ...part])]
}

/** Lower for a service to be shown earlier. */
const urgency = ({ now, last }: ServiceStatus): number =>
  [last?.state === 'failed', now === 'running', now === 'due', last?.state === 'findings', now !== 'idle', true].indexOf(true)

function lastInWords({ last }: ServiceStatus): string[] {
  if (!last) return ['none yet', '', '']
  const { added, changed, removed } = last.changes
  const took = timeInWords(Date.parse(last.endedAt) - Date.parse(last.startedAt))
  return [`${last.state} ${minuteOf(last.endedAt)}`, took, countOf(added + changed + removed, 'file')]
}

const nextInWords = ({ next }: ServiceStatus): string => (next ? minuteOf(next) : 'when asked')

/** A night that a worker has ended, for its log. */
export function nightInWords({ service, state, startedAt, endedAt, notes }: Night): string {
  const took = timeInWords(Date.parse(endedAt) - Date.parse(startedAt))
  return `${service}: ${state} after ${took}${notes[0] ? `. ${notes[0]}` : ''}`
}
