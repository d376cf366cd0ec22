import type * as Prometheus from 'prom-client'
import { UsageError } from '../errors.ts'

/** A figure with its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** What a metric is called, and what it says in a sentence. */
export interface Description {
  name: string
  help: string
  labels?: readonly string[]
}

/** The client library, which is not installed with Benchbook. */
async function loadClient(): Promise<typeof Prometheus> {
  try {
    const { default: client } = await import('prom-client')
    return client
  } catch (cause) {
    throw new UsageError('Metrics need the package prom-client. Run "npm install prom-client" beside Benchbook.', {
      option: 'metrics',
      cause,
    })
  }
}

/** The metrics of one process. Their figures are asked for when somebody scrapes, not pushed at every change: a crawl changes thousands each second. */
export class Instruments {
  readonly #client: typeof Prometheus
  readonly #registry: Prometheus.Registry

  private constructor(client: typeof Prometheus) {
    this.#client = client
    this.#registry = new client.Registry()
    client.collectDefaultMetrics({ register: this.#registry })
  }

  /** Throws a {@link UsageError} where the client library is not installed. */
  static async load(): Promise<Instruments> {
    return new Instruments(await loadClient())
  }

  /** A figure that goes up and down. */
  gauge(description: Description, read: () => readonly Sample[]): void {
    new this.#client.Gauge({
      ...this.#settings(description),
      collect() {
        this.reset()
        for (const [labels, value] of read()) this.set(labels, value)
      },
    })
  }

  /** A figure that only grows. */
  counter(description: Description, read: () => readonly Sample[]): void {
    new this.#client.Counter({
      ...this.#settings(description),
      collect() {
        this.reset()
        for (const [labels, value] of read()) this.inc(labels, value)
      },
    })
  }

  /** How long things took; returns what notes one, in seconds. */
  histogram(description: Description, buckets: readonly number[]): (seconds: number) => void {
    const histogram = new this.#client.Histogram({ ...this.#settings(description), buckets: [...buckets] })
    return (seconds) => histogram.observe(seconds)
  }

  /** All figures as of now, in Prometheus' text format, and its content type. */
  async read(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  #settings({ name, help, labels = [] }: Description) {
    return { name: `benchbook_${name}`, help, labelNames: [...labels], registers: [this.#registry] }
  }
}
