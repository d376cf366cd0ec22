import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { benchbook } from '../benchbook.ts'
import { folder, listen, optionsFor } from '../crawl/server.ts'
import { guide, smallService } from '../crawl/small-service.ts'
import { png } from '../views/small-site.ts'

const PICTURE = png(300, 225)

/** A cache of one guide with one picture: where the picture lies in it, and a crawl that asks again. */
async function small() {
  const host = await listen((_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE))
  const url = `${host.url}/igi/A.standard`
  const service = await smallService({ guides: [guide(1, { image: { id: 5, standard: url, medium: url, large: url } })] })
  const cache = await folder()
  const again = (verify = 0) => crawl(optionsFor(service.url, cache, { verify }))
  await again()
  const { file = '', path = '' } = (await openCache(cache)).media(url) ?? {}
  return { cache, file, path, again }
}

/** Other bytes of the same length. */
const spoil = async (path: string) => writeFile(path, Buffer.concat([(await readFile(path)).subarray(0, -4), Buffer.from('UUUU')]))

test('a build names a damaged media file and ends with 1; a crawl with --verify mends it', async () => {
  const { cache, file, path, again } = await small()
  const home = await folder()
  const build = (out: string, ...args: string[]) => benchbook(['build', '--cache', cache, '--out', join(home, out), ...args])
  await spoil(path)
  const first = await build('first')
  expect(first).toMatchObject({ code: 1 })
  expect(first.stdout).toContain('1 media file of the cache is not what was stored')
  expect(first.stdout).toContain(`  ${file}\n`)
  expect(first.stdout).toContain('--verify 100%')
  expect(await readFile(join(home, 'first/guide/1/index.html'), 'utf8')).toContain(file)
  const { code, stdout } = await build('first', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ damaged: [file] })
  await again(100)
  expect(await readFile(path)).toEqual(PICTURE)
  expect(await build('first')).toMatchObject({ code: 0 })
  expect(await readFile(join(home, 'first', file))).toEqual(PICTURE)
})
