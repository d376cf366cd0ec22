import { isOnDisk, siteRoot } from './trusted/place.ts'

/** The only Trusted Types policy that the pages permit (see policy.ts). Browsers without Trusted Types use the text itself. */
interface Policy {
  createHTML: (html: string) => string
  createScriptURL: (url: string) => string
}

interface Factory {
  createPolicy: (name: string, rules: Policy) => Policy
}

const RULES: Policy = {
  createHTML: (html) => html,
  createScriptURL(url) {
    if (!isOwn(new URL(url, location.href))) throw new TypeError(`${url} is no script of this site.`)
    return url
  },
}

/** True for an address below the site's root on a disk, where all files have the same origin or none. */
const isOwn = ({ origin, href }: URL): boolean => (isOnDisk() ? href.startsWith(siteRoot() ?? location.href) : origin === location.origin)

let policy: Policy | undefined

/** A page can use each name for one policy only. */
const ours = (): Policy => (policy ??= (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('benchbook', RULES) ?? RULES)

/** The address of a worker of this site. Throws a TypeError for one of another origin. */
export const ownScript = (url: string): string => ours().createScriptURL(url)

/** A text parsed as a separate document, in which no script runs. */
export const ownDocument = (html: string): Document => new DOMParser().parseFromString(ours().createHTML(html), 'text/html')
