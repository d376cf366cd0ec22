import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The first test that notices a mutant is its last: Vitest begins with the files that take longest, this with those that do not. */
export class ShortFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse()
  }
}
