import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { reportSchema, type Report } from '../../src/cache/report.ts'
import { OPTIONS } from '../../src/config/options.ts'
import { RequestError } from '../../src/errors.ts'
import { DeadHosts } from '../../src/fetch/dead-hosts.ts'
import { guide, type GuideLike } from '../crawl/small-service.ts'

/** With all the patience of a real crawl, which waits for at least 30 s in all. */
export const PATIENT = { retries: OPTIONS.retries.fallback, sizes: ['standard'] } as const

/** Guides with a picture each on `host`, in a field or a text. */
export function withFiles(host: string, count: number, kind: 'field' | 'text', first = 1): GuideLike[] {
  return Array.from({ length: count }, (_, index) => {
    const [guideid, url] = [first + index, `http://${host}/${index}.gif`]
    return guide(guideid, kind === 'field' ? { image: { id: guideid, standard: url } } : { introduction_rendered: `<img src="${url}">` })
  })
}

export async function reportIn(cache: string): Promise<Report> {
  return reportSchema.parse(JSON.parse(await readFile(join(cache, 'report.json'), 'utf8')))
}

/** An error as undici gives it. */
export const errorOf = (code: string, url: string): RequestError =>
  new RequestError('failed', `${url}: ${code}.`, { url, cause: Object.assign(new Error(code), { code }) })

/** Starts a host of pictures for one test; gives its name and port. */
export async function mediaHost(handler: RequestListener): Promise<string> {
  const media = createServer(handler).listen(0, '127.0.0.1')
  await once(media, 'listening')
  onTestFinished(() => {
    media.closeAllConnections()
    media.close()
  })
  return `127.0.0.1:${(media.address() as AddressInfo).port}`
}

export const deadHosts = (isSourceThere: boolean, warnings: string[] = []): DeadHosts =>
  new DeadHosts(
    () => Promise.resolve(isSourceThere),
    (sentence) => warnings.push(sentence),
  )
export const URL_THERE = 'http://media.test/a.gif'
