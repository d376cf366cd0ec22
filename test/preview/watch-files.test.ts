import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileWatcher } from '../../src/preview/watch-files.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

test('a failure to watch is reported, and ends neither the process nor the watching of the rest', async () => {
  const folder = await temporaryFolder()
  const errors: unknown[] = []
  const watcher = fileWatcher((error) => errors.push(error))
  onTestFinished(() => watcher.close())
  watcher.watch([folder, join(folder, 'a'.repeat(300))])
  await expect.poll(() => errors).toEqual([expect.objectContaining({ code: 'ENAMETOOLONG' })])
  const change = watcher.change(new AbortController().signal)
  // Repeatedly: on a busy machine the folder may not be watched yet when the first file appears.
  const writing = setInterval(() => writeFileSync(join(folder, 'words.json'), '{}'), 50)
  onTestFinished(() => clearInterval(writing))
  expect(await change).toBe(true)
})

test('a change is remembered until someone waits for it', async () => {
  const folder = await temporaryFolder()
  const watcher = fileWatcher((error) => expect.fail(String(error)))
  onTestFinished(() => watcher.close())
  watcher.watch([folder])
  let number = 0
  const writeMore = () => writeFile(join(folder, `${number++}.json`), '{}')
  const isKnown = () => writeMore().then(() => watcher.hasChange())
  await expect.poll(isKnown).toBe(true)
  await watcher.change(new AbortController().signal)
  expect(watcher.hasChange()).toBe(false)
  await expect.poll(isKnown).toBe(true)
})
