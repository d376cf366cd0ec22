import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explainSystem } from '../../errors.ts'
import type { Config } from '../../config/options.ts'
import { openCache } from '../../cache/reader.ts'
import { readReportJson, readReportPage } from '../../cache/report.ts'
import { jsonInFlags, pageInFlags } from '../terminal/flags.ts'

/** Prints the report of the last finished crawl, and adds it to the summary. */
export async function report(config: Config): Promise<0> {
  await openCache(config.cache) // throws with the state of the cache if there is no finished crawl
  const page = await readReportPage(config.cache)
  process.stdout.write(config.json ? `${jsonInFlags(await readReportJson(config.cache))}\n` : pageInFlags(page))
  await addToSummary(config, page)
  return 0
}

/** Appends Markdown to the file of `--summary`, since several steps of a job may share it. */
export async function addToSummary({ summary }: Config, markdown: string): Promise<void> {
  if (!summary) return
  try {
    await mkdir(dirname(summary), { recursive: true })
    await appendFile(summary, `${pageInFlags(markdown)}\n`)
  } catch (error) {
    throw explainSystem(error, summary)
  }
}
