import { cacheCommand, crawlCommand, doctorCommand, reportCommand } from './copy.ts'
import { applyCommand, bundleCommand, pdfCommand } from './offline.ts'
import { configCommand, demoCommand, initCommand } from './setup.ts'
import { buildCommand, checkCommand, devCommand, exportCommand, mergeCommand, serveCommand } from './site.ts'

/** In the order of the help. */
export const COMMANDS = [
  ...[crawlCommand, buildCommand, mergeCommand, exportCommand, checkCommand, reportCommand, serveCommand, devCommand],
  ...[bundleCommand, applyCommand, cacheCommand, pdfCommand, doctorCommand, configCommand, initCommand, demoCommand],
]
