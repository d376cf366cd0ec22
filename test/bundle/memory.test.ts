import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { page, smallSite } from './small-site.ts'

const PACK_ONCE = fileURLToPath(new URL('../../scripts/bench/pack-once.ts', import.meta.url))
/** `process.resourceUsage()` would include the memory of the parent process. */
const TELL = `import fs from 'node:fs'; process.on('exit', () => console.log(/VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status'))[1]))`
const MB = 1024
/** Upper bound of what names, lists and the allocator take for these files. */
const SOME = 60 * MB

/** A site with this number of pages of 60 kB, and a video of this number of MB. */
function siteOf(pages: number, videoMb: number): Promise<string> {
  const files = Array.from({ length: pages }, (_, number): [string, string] => [
    `guide/${number}/index.html`,
    page(`How to mend the thing with the number ${number}`, `${number} `.repeat(60_000 / `${number} `.length)),
  ])
  return smallSite({ ...Object.fromEntries(files), 'media/00/video.mp4': Buffer.alloc(videoMb * 1e6, 7) })
}

/** The peak memory for packing it, in kB. */
function peakOf(format: string, site: string): number {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`, PACK_ONCE, format, site, `${site}.${format}`]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test.for(['zip', 'zim'])('memory for a %s grows neither with pages nor with media', async (format, { skip }) => {
  skip(process.platform !== 'linux', 'only Linux reports the peak memory of a process')
  const [small, large] = [peakOf(format, await siteOf(20, 1)), peakOf(format, await siteOf(1500, 200))]
  expect(small).toBeGreaterThan(20 * MB)
  expect(large - small).toBeLessThan(SOME)
})
