import { type OptionSpec, option, part } from './option.ts'

/** The options of `benchbook check`. */
export const CHECKING = {
  part: option<string>(
    'Network',
    ['check'],
    'Read again this part of the files that have not changed since the last check, such as 3/7.',
    part,
  ),
} satisfies Record<string, OptionSpec<never> | OptionSpec>
