import { execFileSync } from 'node:child_process'

/** Why a test with `unzip` is skipped; '' where it is installed. */
export const whyNoUnzip = ((): string => {
  try {
    execFileSync('unzip', ['-v'])
    return ''
  } catch {
    return 'unzip is not installed'
  }
})()
