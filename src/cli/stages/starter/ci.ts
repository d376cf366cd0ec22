import { DOCKERFILE, DOCKERIGNORE } from './docker.ts'
import { GITHUB } from './github.ts'
import { GITLAB } from './gitlab.ts'
import { SERVICE, TIMER } from './systemd.ts'

/** The files for a nightly export by path, by the name of the service that runs it. */
export const CI = {
  github: { '.github/workflows/benchbook.yml': GITHUB },
  gitlab: { '.gitlab-ci.yml': GITLAB },
  docker: { Dockerfile: DOCKERFILE, '.dockerignore': DOCKERIGNORE },
  systemd: { 'benchbook.service': SERVICE, 'benchbook.timer': TIMER },
  none: {},
} as const satisfies Record<string, Record<string, string>>

export type Ci = keyof typeof CI

export const isCi = (name: string): name is Ci => Object.hasOwn(CI, name)
