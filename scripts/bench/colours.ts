import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { CacheWriter } from '../../src/cache/writer.ts'
import type { Figures } from './figures.ts'
import { makeCache } from './made-cache.ts'
import { run, withFolder } from './run.ts'

const FORMATS: Record<string, (picture: Sharp) => Sharp> = {
  JPEG: (picture) => picture.jpeg(),
  PNG: (picture) => picture.png(),
  WebP: (picture) => picture.webp(),
  GIF: (picture) => picture.gif(),
}
const [WIDTH, HEIGHT] = [300, 225]

/** Has the colours of so many pictures found out in each format, twice; gives the section of the page on performance. */
export async function benchColours(pictures: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  const rows: string[] = []
  for (const [name, encode] of Object.entries(FORMATS)) {
    await withFolder(async (folder) => {
      const cache = join(folder, 'cache')
      await storePictures(cache, pictures, await encode(photo()).toBuffer())
      const first = await run('colours-once', [cache])
      rows.push(lineOf(name, first, await run('colours-once', [cache])))
      console.log(rows.at(-1))
    })
  }
  return section(pictures, rows, load)
}

/** As hard to decode as a photo: there is something everywhere. */
const photo = (): Sharp =>
  sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  }).blur(1)

async function storePictures(cache: string, pictures: number, bytes: Uint8Array): Promise<void> {
  const writer = new CacheWriter(cache)
  const body = async function* () {
    yield bytes
  }
  for (let at = 0; at < pictures; at++) await writer.media(`https://media.example/${at}`, body())
  await makeCache(cache, 1)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const lineOf = (name: string, { requests, ms, cpuMs, peakBytes }: Figures, second: Figures): string =>
  `| ${[name, seconds(ms), `${(cpuMs / requests).toFixed(1)} ms`, `${Math.round(peakBytes / 1e6)} MB`, seconds(second.ms)].join(' | ')} |`

const section = (pictures: number, rows: readonly string[], load: number): string => `## Colours of pictures

Measured by \`npm run bench -- colours\` with Node ${process.versions.node} on ${cpus().length} cores (${cpus()[0]?.model.trim() || 'unknown CPU'}). The system load
was ${load.toFixed(1)} before. Each row: the time to decode ${pictures} new pictures of ${WIDTH} × ${HEIGHT} pixels after a crawl, including the start of the decoder; and the
time after the next crawl, with no new pictures.

| Format | Time | CPU per picture | Peak memory | Next crawl |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
