import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { folder } from '../crawl/server.ts'

const SAMPLE = resolve(import.meta.dirname, '../../sample')
const TERMINAL = 'data:text/javascript,Object.assign(process.stderr,{isTTY:true,columns:120})'

test('the line of progress counts pages, as many as are built in the end', { timeout: 120_000 }, async () => {
  const args = ['build', '--cache', SAMPLE, '--out', join(await folder(), 'dist')]
  const { code, stdout, stderr } = await startBenchbook(args, { node: ['--import', TERMINAL] }).ended
  expect(code, stderr).toBe(0)
  const built = Number(/Built (\d+) pages/.exec(stdout)?.[1])
  const shown = Array.from(stderr.matchAll(/Rendering pages: (\d+) of (\d+)/g), ([, done, known]) => [Number(done), Number(known)])
  expect(built).toBeGreaterThan(100)
  expect(shown.length).toBeGreaterThan(0)
  for (const [done = NaN, known] of shown) {
    expect(known).toBe(built)
    expect(done).toBeLessThanOrEqual(built)
  }
})
