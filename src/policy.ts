/** The player that a page may show in a frame, after a click. A player of another provider needs its origin here. */
export const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com'

/**
 * The Content-Security-Policy of every page (W3C CSP 3): all is the site's own, nothing stands inside the markup. The search is a
 * WebAssembly module, which one word of `script-src` allows; `eval` stays forbidden.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  `frame-src ${YOUTUBE_PLAYER}`,
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types benchbook',
].join('; ')

/**
 * The policy that a page names itself. On `file://`, which has no hosts, Chromium and Safari take `'self'` for every file of the disk. Firefox does too, but not for
 * forms, so `file:` is named for them. A page that is opened from a disk may read no other; it shows it in a frame that tells what it holds.
 */
export const contentPolicy = (links: 'root' | 'relative', mediaBase = ''): string => {
  const policy = withMediaFrom(mediaBase)
  return links === 'root'
    ? policy
    : policy.replace('frame-src ', "frame-src 'self' ").replace("form-action 'self'", "form-action 'self' file:")
}

/** Where the media lie below the site, or below their own base. */
const MEDIA_FOLDER = 'media/'

/** Media may be shown from the media folder of another base, and fetched, to be kept on a device or in a file; nothing else of that host. */
const withMediaFrom = (mediaBase: string): string =>
  mediaBase === '' ? CONTENT_POLICY : CONTENT_POLICY.replace(/(?<=(?:img|media|connect)-src 'self')/g, ` ${mediaBase}${MEDIA_FOLDER}`)

/** No address of a page is told to another site. */
export const REFERRER_POLICY = 'no-referrer'

/** What a host sends with every file. A page's own `<meta>` cannot say who may frame it, nor that types are not to be guessed. */
export const safetyHeaders = (mediaBase = ''): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': `${withMediaFrom(mediaBase)}; frame-ancestors 'self'`,
  'Referrer-Policy': REFERRER_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
})

/** Those of a site that shows its own media. */
export const SAFETY_HEADERS = safetyHeaders()

/** The policy of a guide in one file: it loads nothing, and runs its own script only. `script` and `style` are SHA-256 in base64. */
export const oneFilePolicy = ({ script, style }: { script: string; style: string }): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${script}'`,
    `style-src 'sha256-${style}'`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
