import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explainSystem, sentence } from '../../src/errors.ts'
import type { Config } from '../../src/config/options.ts'
import { openCache } from '../../src/cache/reader.ts'
import { readReportJson, readReportPage } from '../../src/cache/report-reader.ts'
import { makeFolder } from '../../src/disk/make-folder.ts'
import { inFlags, jsonInFlags, pageInFlags } from '../terminal/flags.ts'

/** Prints the report of the last finished crawl, and adds it to the summary. */
export async function report(config: Config): Promise<0> {
  await openCache(config.cache) // says what is there instead of a finished crawl
  const page = await readReportPage(config.cache)
  process.stdout.write(config.json ? `${jsonInFlags(await readReportJson(config.cache))}\n` : pageInFlags(page))
  await addToSummary(config, page)
  return 0
}

/** Adds Markdown to the file of `--summary`; what is there stays, since several steps of a job may share one. */
export async function addToSummary({ summary }: Config, markdown: string): Promise<void> {
  if (!summary) return
  try {
    makeFolder(dirname(summary))
    await appendFile(summary, `${pageInFlags(markdown)}\n`)
  } catch (error) {
    throw explainSystem(error, summary)
  }
}

/** Does some work; where it ends in an error the summary says so too: whoever looks at a failed job looks there first. */
export async function tellingFailure<T>(config: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const page = `# The export failed\n\n\`\`\`\`text\n${inFlags(sentence(error))}\n\`\`\`\`\n`
    await addToSummary(config, page).catch((another: unknown) => console.error(`benchbook: ${inFlags(sentence(another))}`))
    throw error
  }
}
