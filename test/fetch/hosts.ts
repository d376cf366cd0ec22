import type { ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Sends something every few milliseconds until the other side has enough. */
export function drip(response: ServerResponse, drop: () => void): void {
  const timer = setInterval(drop, 20)
  response.on('close', () => clearInterval(timer))
}

export const deadHosts = (isSourceThere: boolean, warnings: string[] = []): DeadHosts =>
  new DeadHosts(
    () => Promise.resolve(isSourceThere),
    (sentence) => warnings.push(sentence),
  )
export const URL_THERE = 'http://media.test/a.gif'
