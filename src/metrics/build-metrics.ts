import type { BuildHooks, BuildResult, BuildStage } from '../build.ts'
import type { Instruments, Sample } from './instruments.ts'

export interface BuildWatch {
  /** Those of the build, which also tell the metrics. */
  hooks: BuildHooks
  /** Notes what the build came to. */
  end: (result: Pick<BuildResult, 'pages' | 'keptPages' | 'stagesMs'>) => void
}

/** What a build has told so far. */
interface Told {
  /** The stage at work; undefined after the end. */
  stage: BuildStage | undefined
  since: number
  ms: Record<BuildStage, number>
  done: Partial<Record<BuildStage, { done: number; known?: number }>>
  pages: { rendered: number; kept: number }
}

/** Has a build tell the metrics how it goes, beside those whom it tells anyway. */
export function watchBuild(instruments: Instruments, hooks: BuildHooks): BuildWatch {
  const told: Told = {
    stage: 'pages',
    since: performance.now(),
    ms: { pages: 0, search: 0, api: 0, media: 0, social: 0, hosts: 0 },
    done: {},
    pages: { rendered: 0, kept: 0 },
  }
  addStages(instruments, told)
  addPages(instruments, told)
  const enter = (stage: BuildStage | undefined): void => {
    const now = performance.now()
    if (told.stage) told.ms[told.stage] += now - told.since
    told.stage = stage
    told.since = now
  }
  return {
    hooks: {
      ...hooks,
      onProgress(progress) {
        const { stage, done, kept = 0 } = progress
        if (stage !== told.stage) enter(stage)
        told.done[stage] = progress
        if (stage === 'pages') told.pages = { rendered: done - kept, kept }
        hooks.onProgress?.(progress)
      },
    },
    end({ pages, keptPages, stagesMs }) {
      enter(undefined)
      told.ms = stagesMs
      told.pages = { rendered: pages - keptPages, kept: keptPages }
    },
  }
}

function addStages(instruments: Instruments, told: Told): void {
  const startedAt = Date.now() / 1000
  const stages = (figure: (stage: BuildStage) => number): Sample[] =>
    (Object.keys(told.ms) as BuildStage[]).map((stage) => [{ stage }, figure(stage)])
  instruments.gauge({ name: 'build_start_time_seconds', help: 'When the build began, in Unix time.' }, () => [[{}, startedAt]])
  instruments.gauge({ name: 'build_stage', help: '1 for the stage that is at work, 0 for the others.', labels: ['stage'] }, () =>
    stages((stage) => Number(stage === told.stage)),
  )
  instruments.gauge({ name: 'build_stage_seconds', help: 'How long each stage has taken so far.', labels: ['stage'] }, () =>
    stages((stage) => (told.ms[stage] + (stage === told.stage ? performance.now() - told.since : 0)) / 1000),
  )
  instruments.gauge({ name: 'build_stage_done', help: 'Pages or files that each stage has done.', labels: ['stage'] }, () =>
    stages((stage) => told.done[stage]?.done ?? 0),
  )
  instruments.gauge({ name: 'build_stage_known', help: 'Pages or files that a stage has to do, once it knows.', labels: ['stage'] }, () =>
    Object.entries(told.done).flatMap(([stage, { known }]): Sample[] => (known === undefined ? [] : [[{ stage }, known]])),
  )
}

function addPages(instruments: Instruments, told: Told): void {
  instruments.gauge({ name: 'build_pages', help: 'Pages of the site, rendered or kept from the site before.', labels: ['state'] }, () =>
    Object.entries(told.pages).map(([state, pages]) => [{ state }, pages]),
  )
}
