import { ownDocument } from '../trusted.ts'
import { pageOnDisk } from './disk.ts'
import { fetchInTime } from './fetch-in-time.ts'
import { isOnDisk } from './place.ts'

/**
 * Loads another page of this site as an inert document with absolute addresses. Throws if it does not exist, or if another origin answered.
 * `url` is the address after redirects.
 */
export async function loadPage(address: string): Promise<{ page: Document; url: string }> {
  const { html, url } = await (import.meta.env.RELATIVE_LINKS && isOnDisk() ? pageOnDisk(address) : fetchPage(address))
  const page = ownDocument(html)
  readAsAt(page, url)
  return { page, url }
}

async function fetchPage(address: string): Promise<{ html: string; url: string }> {
  const response = await fetchInTime(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  if (new URL(response.url).origin !== location.origin) throw new Error(`${address} was answered by another site`)
  return { html: await response.text(), url: response.url }
}

/** Addresses are resolved relative to their own page: a site may use relative ones. */
function readAsAt(page: Document, url: string): void {
  const whole = (address: string): string => new URL(address, url).href
  // Setting a script's address is not permitted, and none is needed.
  for (const name of ['href', 'src', 'poster']) {
    for (const element of page.querySelectorAll(`[${name}]:not(script, [${name}^="#"])`))
      element.setAttribute(name, whole(element.getAttribute(name) ?? ''))
  }
  for (const image of page.querySelectorAll<HTMLImageElement>('[srcset]'))
    image.srcset = image.srcset.replace(/\S+(?=( \d)?)/g, (text, size?: string) => (size ? text.replace(/[^,].*/, whole) : text))
}
