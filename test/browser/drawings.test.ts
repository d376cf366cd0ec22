import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { placeMedia } from '../../src/publish/media.ts'
import { test as base } from './browser.ts'

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="60"'
const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
const FIRE = "new Image().src='/fired'"
const SHEET = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><script ${XHTML}>${FIRE}</script></xsl:template></xsl:stylesheet>`

/** Drawings that act, lead or load when a browser opens them by themselves. */
const DRAWINGS: Record<string, string | Buffer> = {
  script: `<svg ${SVG}><script>${FIRE}</script></svg>`,
  'prefix with a dot': `<svg ${SVG}><a.b:script xmlns:a.b="http://www.w3.org/2000/svg">${FIRE}</a.b:script></svg>`,
  'prefix that is no ASCII': `<svg ${SVG}><é:script xmlns:é="http://www.w3.org/2000/svg">${FIRE}</é:script></svg>`,
  'script of XHTML': `<svg ${SVG}><script ${XHTML}>${FIRE}</script></svg>`,
  'script from an address': `<svg ${SVG}><script xlink:href="data:text/javascript,${FIRE}"/></svg>`,
  load: `<svg ${SVG} onload="${FIRE}"/>`,
  'load of a part': `<svg ${SVG}><image href="/none" onerror="${FIRE}"/></svg>`,
  entity: `<!DOCTYPE svg [<!ENTITY s "${FIRE.replaceAll("'", '&#39;')}">]><svg ${SVG}><script>&s;</script></svg>`,
  'ISO-2022-JP': Buffer.from(`<?xml version="1.0" encoding="ISO-2022-JP"?><svg ${SVG}><title>\x1b(J</title><script>${FIRE}</script></svg>`),
  'UTF-16': Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?><svg ${SVG}><script>${FIRE}</script></svg>`, 'utf16le'),
  XSLT: `<?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(SHEET)}"?><svg ${SVG}/>`,
  frame: `<svg ${SVG}><foreignObject width="90" height="60"><iframe ${XHTML} srcdoc="&lt;script>parent.${FIRE}&lt;/script>"/></foreignObject></svg>`,
  refresh: `<svg ${SVG}><foreignObject><meta ${XHTML} http-equiv="refresh" content="0;url=/fired"/></foreignObject></svg>`,
  'link with an entity': `<svg ${SVG}><a href="jav&#x61;script:${FIRE}"><rect width="90" height="60"/></a></svg>`,
  'link that is set': `<svg ${SVG}><a><set attributeName="href" to="javascript:${FIRE}"/><rect width="90" height="60"/></a></svg>`,
  'link that is moved': `<svg ${SVG}><a><animate attributeName="href" values="javascript:${FIRE}"/><rect width="90" height="60"/></a></svg>`,
  'link elsewhere': `<svg ${SVG}><a href="/fired"><rect width="90" height="60"/></a></svg>`,
  'what is used': `<svg ${SVG}><use href="/fired#a"/></svg>`,
  'a picture': `<svg ${SVG}><image href="/fired" width="9" height="9"/></svg>`,
  'a style sheet': `<svg ${SVG}><style>@import "/fired";</style></svg>`,
  'a style': `<svg ${SVG}><style>rect{fill:u\\72l(/fired)}*{cursor:url(/fired),auto}</style><rect width="90" height="60"/></svg>`,
  'a font': `<svg ${SVG}><style>@font-face{font-family:a;src:url(/fired)}text{font-family:a}</style><text y="20">a</text></svg>`,
}
const FILES = Object.keys(DRAWINGS).map((_, at) => `media/00/${at.toString(16).padStart(20, '0')}-90x60-1-0123456789ab.svg`)

const test = base.extend('host', { scope: 'file' }, async ({}, { onCleanup }) => {
  const home = await mkdtemp(join(tmpdir(), 'benchbook-drawings-'))
  const [cache, site] = [join(home, 'cache'), join(home, 'dist')]
  await mkdir(join(cache, 'media/00'), { recursive: true })
  for (const [at, content] of Object.values(DRAWINGS).entries()) await writeFile(join(cache, FILES[at] ?? ''), content)
  await placeMedia({ cache, before: join(home, 'none'), site }, new Set(FILES))
  const asked: string[] = []
  /** A host that says what a file is, and nothing else. */
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    readFile(join(home, path)).then(
      (bytes) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(bytes),
      // Chromium takes an answer without a body for none.
      () => response.writeHead(404).end('Not found'),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
    await rm(home, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked }
})

test('no drawing of a site acts, leads or loads when it is opened by itself on a host without headers', async ({ browser, host }) => {
  const page = await browser.newPage()
  const acted = async (folder: string): Promise<string[]> => {
    const names: string[] = []
    for (const [at, name] of Object.keys(DRAWINGS).entries()) {
      host.asked.length = 0
      const response = await page.goto(`${host.url}/${folder}/${FILES[at] ?? ''}`)
      if (response?.ok()) await page.mouse.click(20, 20)
      await page.waitForLoadState('networkidle')
      if (host.asked.some((path) => path.includes('/fired'))) names.push(name)
    }
    return names
  }
  expect(await acted('dist')).toEqual([])
  // As they came, most of them do: what this test looks for can be seen.
  expect((await acted('cache')).length).toBeGreaterThan(12)
  await page.close()
})
