import { existsSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answersIn, FolderAnswers } from '../../../src/cache/answers/folder-answers.ts'
import { temporaryFolder, writeCache } from '../small-cache.ts'

/** Answers of a run of which nobody has heard for two hours, or of one that is at work. */
async function answersOf(cache: string, run: string, isDead = false): Promise<FolderAnswers<object>> {
  const answers = new FolderAnswers(cache, run)
  answers.begin()
  await answers.write('3f9a', Readable.from([Buffer.from('body')]), () => ({ status: 200 }))
  const before = Date.now() / 1000 - 7200
  if (isDead) for (const path of ['', '3f']) await utimes(join(cache, 'pending/answers', run, path), before, before)
  return answers
}

test('an answer comes back as it was written, short or long', async () => {
  const answers = await answersOf(await temporaryFolder(), 'run')
  const long = Buffer.alloc(700_000, 'long\n')
  await answers.write('long', Readable.from([long.subarray(0, 300_000), long.subarray(300_000)]), () => ({ status: 206 }))
  for (const [id, status, body] of [['3f9a', 200, Buffer.from('body')] as const, ['long', 206, long] as const]) {
    const answer = answers.read(id)
    expect(answer?.head).toEqual({ status })
    expect((await buffer(answer?.body ?? Readable.from([]))).equals(body)).toBe(true)
  }
})

test('the end of one crawl leaves the answers of another alone, and no folder when there are none', async () => {
  const cache = await temporaryFolder()
  const [ours, theirs] = [await answersOf(cache, 'ours'), await answersOf(cache, 'theirs')]
  await ours.end()
  expect([ours.exists(), theirs.has('3f9a')]).toEqual([false, true])
  await theirs.end()
  expect(await readdir(cache)).toEqual([])
})

test('answers are removed when their crawl has been silent for an hour: by the next one, and by one that finishes', async () => {
  const cache = await temporaryFolder()
  const [live, dead] = [await answersOf(cache, 'live'), await answersOf(cache, 'dead', true)]
  await answersIn(cache).forgetDead()
  expect([live.has('3f9a'), dead.exists()]).toEqual([true, false])
  const other = await answersOf(cache, 'dead', true)
  await writeCache(cache, {})
  expect([live.has('3f9a'), other.exists()]).toEqual([true, false])
  await live.end()
  expect(existsSync(join(cache, 'pending'))).toBe(false)
})
