import { z } from 'zod'
import { endedSchema } from './run-command.ts'

/** The queue that workers take jobs from. */
export const JOBS = 'jobs'
/** A queue with one job, which no worker takes: the fleet as it was last given. */
export const FLEETS = 'fleets'
export const FLEET_ID = 'fleet'

const serviceSchema = z.object({
  name: z.string(),
  /** A cron expression; without one it runs only when asked to. */
  schedule: z.string().optional(),
  priority: z.number(),
  shards: z.number(),
  /** The options of its commands as texts; the others have their defaults. */
  options: z.record(z.string(), z.string()),
})
export type Service = z.infer<typeof serviceSchema>

/** A fleet as workers read it from the queue. */
export const fleetSchema = z.object({
  product: z.string(),
  store: z.string(),
  s3Endpoint: z.string(),
  timeZone: z.string(),
  /** Since when the queue has had a fleet, in Unix milliseconds. */
  since: z.number().optional(),
  /** When a night of each service was last asked for. */
  askedAt: z.string().optional(),
  services: z.array(serviceSchema),
})
export type Fleet = z.infer<typeof fleetSchema>

/** A service's night, or one shard of it. Its results are in the store: a job that is lost or done twice costs work only. */
export const jobSchema = z.object({
  product: z.string(),
  store: z.string(),
  s3Endpoint: z.string(),
  service: serviceSchema,
  /** The number of the shard, from 1. */
  shard: z.number().optional(),
  /** Of a night whose shards are being built: its crawl, and when it began. */
  crawled: endedSchema.optional(),
  startedAt: z.string().optional(),
})
export type JobData = z.infer<typeof jobSchema>
