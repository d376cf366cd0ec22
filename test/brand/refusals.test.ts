import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readLogo } from '../../src/brand/logo.ts'
import { identifyMedia } from '../../src/cache/media/media-type.ts'
import { UsageError } from '../../src/errors.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const refusalOf = async (promise: Promise<unknown>): Promise<string> => {
  const refusal = await promise.catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UsageError)
  return (refusal as UsageError).message
}

test('a logo that browsers cannot show is refused with the kinds that they can', async () => {
  const file = join(await temporaryFolder(), 'logo.tiff')
  await writeFile(
    file,
    await sharp({ create: { width: 4, height: 3, channels: 3, background: '#abc' } })
      .tiff()
      .toBuffer(),
  )
  expect(await refusalOf(readLogo(file))).toMatch(/it is of the kind tiff. Name one of svg, png/)
})

test('an SVG is accepted as a logo, also after the process has identified other media', async () => {
  const file = join(await temporaryFolder(), 'logo.svg')
  await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>')
  identifyMedia(await readFile(file), 'https://media.example/a.png')
  identifyMedia(Buffer.from('GIF89a'), 'https://media.example/a.gif')
  expect(await readLogo(file)).toEqual({ name: 'logo.svg', width: 40, height: 20 })
})
