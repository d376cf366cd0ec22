import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'
import { execFileSync } from 'node:child_process'

const UNPACK = `
import { mkdirSync, writeFileSync } from 'node:fs'
export default { executablePath() {
  mkdirSync(process.env.TMPDIR + '/fonts')
  writeFileSync(process.env.TMPDIR + '/fonts/fonts.conf', '')
} }`

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'a packaged Chromium is found at any depth of its entry, but not in its CommonJS variant',
  async () => {
    const folder = await temporaryFolder()
    const chromium = 'node_modules/@sparticuz/chromium'
    const exports = { import: './build/esm/index.js', require: './build/cjs/index.cjs' }
    await writeFiles(folder, {
      [`${chromium}/package.json`]: JSON.stringify({ version: '147.0.0', type: 'module', exports }),
      [`${chromium}/build/esm/index.js`]: UNPACK,
      [`${chromium}/build/cjs/index.cjs`]: '',
    })
    for (const path of ['package.json', 'src/pdf/chromium.ts', 'src/errors.ts', 'src/errors', 'src/installation.ts', 'src/product.ts'])
      await cp(path, join(folder, path), { recursive: true })
    const find = `import { findChromium } from ${JSON.stringify(pathToFileURL(join(folder, 'src/pdf/chromium.ts')).href)}
      console.log((await findChromium(undefined, { packagedFirst: true })).executablePath)`
    const found = execFileSync(process.execPath, ['--input-type=module', '--eval', find], { encoding: 'utf8' })
    expect(found.trim()).toBe(join(folder, 'node_modules/.cache/chromium-147.0.0/chromium'))
  },
)
