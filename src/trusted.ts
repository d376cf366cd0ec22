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
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url} is no script of this site.`)
    return url
  },
}

let policy: Policy | undefined

/** Each name can be given to one policy in a page. */
const ours = (): Policy => (policy ??= (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('benchbook', RULES) ?? RULES)

/** The address of a worker of this site. Throws a TypeError for one of another origin. */
export const ownScript = (url: string): string => ours().createScriptURL(url)

/**
 * Loads another page of this site as a document of its own, in which no script runs. Throws when it is not there, or was answered by another
 * origin. `url` is the address that it was answered from.
 */
export async function loadPage(address: string): Promise<{ page: Document; url: string }> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  if (new URL(response.url).origin !== location.origin) throw new Error(`${address} was answered by another site`)
  const page = new DOMParser().parseFromString(ours().createHTML(await response.text()), 'text/html')
  return { page, url: response.url }
}
