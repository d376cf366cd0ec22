import { isOnDisk, siteRoot } from './trusted/place.ts'

/** The only policy of Trusted Types that the pages allow (see policy.ts). Browsers without Trusted Types take the text itself. */
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

/** Below the root of the site on a disk, where all files have the same origin or none. */
const isOwn = ({ origin, href }: URL): boolean => (isOnDisk() ? href.startsWith(siteRoot() ?? location.href) : origin === location.origin)

let policy: Policy | undefined

/** Each name can be given to one policy in a page. */
const ours = (): Policy => (policy ??= (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('benchbook', RULES) ?? RULES)

/** The address of a worker of this site. Throws a TypeError for one of another origin. */
export const ownScript = (url: string): string => ours().createScriptURL(url)

/** A text as a document of its own, in which no script runs. */
export const ownDocument = (html: string): Document => new DOMParser().parseFromString(ours().createHTML(html), 'text/html')
