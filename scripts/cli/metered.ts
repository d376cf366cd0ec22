import { metricsPlace } from '../../src/config/measuring.ts'
import type { Meter } from '../../src/metrics/meter.ts'
import { VERSION } from '../../src/product.ts'

/** Does a command's work, and answers Prometheus meanwhile at the address `metrics`, if there is one. What it takes for that is loaded then. */
export async function metered(metrics: string, command: string, work: (meter?: Meter) => Promise<number>): Promise<number> {
  const place = metricsPlace(metrics)
  if (!place) return work()
  const { startMetrics } = await import('../../src/metrics/start-metrics.ts')
  const { url, meter, close } = await startMetrics({ ...place, command, version: VERSION })
  // Nobody could guess a free port.
  if (place.port === 0) console.error(`Metrics at ${url}`)
  try {
    return await work(meter)
  } finally {
    close()
  }
}
