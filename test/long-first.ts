import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take long: on a machine without times of an earlier run, Vitest starts with the largest files. */
const LONG = /\/(?:rows|incremental(?:-more)?|what-may-differ|stored-media|workers|languages|nightly)\.test\.ts$/

/** Runs the long files of a project first, so that no core waits for one at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) => {
      const ofProject = sorted.filter(({ project }) => project.name === name)
      return [...ofProject.filter(({ moduleId }) => LONG.test(moduleId)), ...ofProject.filter(({ moduleId }) => !LONG.test(moduleId))]
    })
  }
}
