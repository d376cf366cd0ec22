import { applyCommand } from './apply.ts'
import { buildCommand } from './build.ts'
import { bundleCommand } from './bundle.ts'
import { cacheCommand } from './cache.ts'
import { checkCommand } from './check.ts'
import { configCommand } from './config.ts'
import { crawlCommand } from './crawl.ts'
import { demoCommand } from './demo.ts'
import { devCommand } from './dev.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { initCommand } from './init.ts'
import { mergeCommand } from './merge.ts'
import { pdfCommand } from './pdf.ts'
import { reportCommand } from './report.ts'
import { serveCommand } from './serve.ts'

/** In the order of the help. */
export const COMMANDS = [
  crawlCommand,
  buildCommand,
  mergeCommand,
  exportCommand,
  checkCommand,
  reportCommand,
  serveCommand,
  devCommand,
  bundleCommand,
  applyCommand,
  cacheCommand,
  pdfCommand,
  doctorCommand,
  configCommand,
  initCommand,
  demoCommand,
]
