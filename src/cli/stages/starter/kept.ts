/** What a site leaves beside itself, for the next night. */
const beside = (out: string): string[] =>
  ['changes.json', 'checked', 'hosts', 'media', 'sha256', 'state'].map((ending) => `${out}.${ending}`)

/** The list of the files that were published last. */
export const PUBLISHED = 'published.sha256'

/** What one night has for the next: with it, only what has changed is asked for, rendered and published. */
export const kept = (out: string): string[] => ['content-cache', out, ...beside(out), PUBLISHED]

/** What need not be kept with the configuration: it is made from the service, and from that. */
export const IGNORED: readonly string[] = ['node_modules/', 'content-cache/', 'dist/', 'dist.*', PUBLISHED]
