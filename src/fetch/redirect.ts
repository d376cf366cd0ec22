import { RequestError } from '../errors.ts'

/** The target of a redirect. The API must not redirect to another host: the answer would not be the source's. */
export function targetOf(url: string, location: string, of: 'api' | 'media', status: number): string {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  if (!target || !/^https?:$/.test(target.protocol))
    throw new RequestError('failed', `${url} redirects to "${location}", which is no web address.`, { url, status })
  if (of === 'api' && target.hostname !== new URL(url).hostname)
    throw new RequestError('failed', `${url} redirects to another host, ${target.origin}.`, { url: target.href, status })
  return target.href
}
