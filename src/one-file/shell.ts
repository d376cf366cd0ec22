/** What all single-file guides share. Created by a build, for the button on its pages and for `benchbook bundle`. */
export interface Shell {
  /** The styles of a guide's page, without fonts. */
  style: string
  /** A classic script. */
  script: string
  /** The content security policy that allows these two by their hashes, which browsers can compute on https only. */
  policy: string
}

/** The location of a site's shell, relative to its root. */
export const SHELL_FILE = 'one-file.json'
