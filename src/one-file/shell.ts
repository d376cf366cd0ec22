/** What every guide in one file has besides its content. A build makes it, for the button of its pages and for `benchbook bundle`. */
export interface Shell {
  /** The styles of a guide's page, without fonts. */
  style: string
  /** A classic script. */
  script: string
  /** Allows these two by their hashes, which browsers can make on https only. */
  policy: string
}

/** Where a site has its shell, from the root. */
export const SHELL_FILE = 'one-file.json'
