import type { BuildHooks, BuildResult } from '../build.ts'
import type { Config } from '../config/options.ts'
import type { SerializedError } from '../errors/serialize-error.ts'

export type BuildProgress = Parameters<NonNullable<BuildHooks['onProgress']>>[0]

export type ToBuild = { is: 'build'; config: Config; shards: readonly string[] } | { is: 'stop' }

export type FromBuild =
  | { is: 'warning'; warning: string }
  | { is: 'progress'; progress: BuildProgress }
  | { is: 'built'; result: BuildResult }
  | { is: 'fault'; error: SerializedError }
