import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import { describe, expect, test as base } from 'vitest'
import { isMediaFile } from '../../src/publish/media.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { folderForAll } from '../folders.ts'
import { ATTACHMENTS } from './direct/attachments.ts'
import { chromiumOpener } from './direct/chromium-opener.ts'
import { firefoxOpener } from './direct/firefox-opener.ts'
import { startHost } from './direct/host.ts'
import type { Opener } from './direct/opener.ts'
import { makeDirectSite } from './direct/site.ts'
import { findFirefox } from './direct/start-firefox.ts'

const home = folderForAll()
const test = base.extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
  await makeDirectSite(home)
  const host = await startHost(home)
  onCleanup(host.close)
  return { home, host, files: (await Array.fromAsync(filesBelow(join(home, 'dist')))).sort() }
})

/** The effects of opening each of these besides showing it, by address: one line each. */
async function deedsOf(opener: Opener, { strange }: { strange: string[] }, urls: readonly string[]): Promise<string[]> {
  strange.length = 0
  const limit = pLimit(opener.atOnce)
  const deeds = await Promise.all(
    urls.map((url) =>
      limit(async () => {
        const seen = await opener.open(url, isUnmanaged(url))
        if (seen.url === undefined && /[/]$|html$/.test(url) && !isUnmanaged(url)) return [`${url} is not shown`]
        const left = seen.url === undefined || seen.url === url ? [] : [`${url} leads to ${seen.url}`]
        return [...left, ...seen.dialogs.map((message) => `${url} says ${message}`)]
      }),
    ),
  )
  return [...deeds.flat(), ...strange.map((asked) => `${asked} was asked for`)]
}

const isUnmanaged = (path: string): boolean => /\/(?:media|raw|api)\//.test(path)
/** At the addresses that everyone opens. */
const hosted = ({ host, files }: { host: { url: string }; files: string[] }) => files.map((file) => `${host.url}/dist/${addressOf(file)}`)
/** The service's attachments, from the disk. */
const local = ({ home, files }: { home: string; files: string[] }) =>
  files.filter((file) => isMediaFile(file)).map((file) => pathToFileURL(join(home, 'dist', file)).href)
const raw = ({ host }: { host: { url: string } }) => ATTACHMENTS.map(({ name }) => `${host.url}/raw/${encodeURIComponent(name)}`)

function addressOf(file: string): string {
  const names = file.replace(/(^|\/)index\.html$/, '$1').split('/')
  return names.map(encodeURIComponent).join('/')
}

const firefox = findFirefox()

describe.each([
  ['Chromium, without heeding the policy of pages', chromiumOpener],
  ['Firefox', firefox === undefined ? undefined : (proxy: string) => firefoxOpener(firefox, proxy)],
] as const)('in %s, opened by itself', (_, start) => {
  const NONE = 'No Firefox is installed here, and FIREFOX_PATH names none.'

  test('no file of a hostile site runs code, sends requests, redirects or shows content of the service', async ({
    site,
    skip,
    onTestFinished,
  }) => {
    if (!start) return skip(NONE)
    const opener = await start(site.host.proxy)
    onTestFinished(() => opener.close())
    expect(site.files.filter(isMediaFile).length).toBeGreaterThan(60)
    expect(await deedsOf(opener, site.host, [...hosted(site), ...local(site)])).toEqual([])
  })

  test('many of the original attachments do act, so the checks work', async ({ site, skip, onTestFinished }) => {
    if (!start) return skip(NONE)
    const opener = await start(site.host.proxy)
    onTestFinished(() => opener.close())
    const deeds = (await deedsOf(opener, site.host, raw(site))).join('\n')
    expect(ATTACHMENTS.filter(({ name }) => deeds.includes(`/${name} `)).length).toBeGreaterThan(15)
  })
})
