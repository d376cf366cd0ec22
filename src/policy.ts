/** The origin of the player that a page may show in a frame, after a click. Other providers have to be added here. */
export const YOUTUBE_PLAYER = 'https://www.youtube-nocookie.com'

/**
 * The Content-Security-Policy of every page (W3C CSP 3): everything comes from the site itself, and nothing is inline. The search is a
 * WebAssembly module, which a keyword of `script-src` permits; `eval` remains forbidden.
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
 * The policy in a page's own markup. On `file://`, which has no hosts, `'self'` means every file of the disk in Chromium and Safari, and in
 * Firefox except for forms, for which `file:` is listed. A page opened from a disk cannot read another; it loads it in a frame, which sends
 * its content.
 */
export const contentPolicy = (links: 'root' | 'relative', mediaBase = ''): string => {
  const policy = withMediaFrom(mediaBase)
  return links === 'root'
    ? policy
    : policy.replace('frame-src ', "frame-src 'self' ").replace("form-action 'self'", "form-action 'self' file:")
}

/** The folder of media below the site, or below their own base. */
const MEDIA_FOLDER = 'media/'

/** Media may be shown from the media folder of another base, and fetched to be kept on a device or in a file; nothing else from that host. */
const withMediaFrom = (mediaBase: string): string =>
  mediaBase === '' ? CONTENT_POLICY : CONTENT_POLICY.replace(/(?<=(?:img|media|connect)-src 'self')/g, ` ${mediaBase}${MEDIA_FOLDER}`)

/** Other sites do not learn the address of a page. */
export const REFERRER_POLICY = 'no-referrer'

/** The headers of every file. A page's own `<meta>` cannot restrict who may frame it, or forbid guessing types. */
export const safetyHeaders = (mediaBase = ''): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': `${withMediaFrom(mediaBase)}; frame-ancestors 'self'`,
  'Referrer-Policy': REFERRER_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
})

/** The headers of a site with its own media. */
export const SAFETY_HEADERS = safetyHeaders()

/** The policy of a guide in one file: it loads nothing, and runs only its own script. `script` and `style` are SHA-256 in base64. */
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
