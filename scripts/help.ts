/** What stands below the list of commands. */
export const HELP_END = `
Start with:
  benchbook export --source https://www.ifixit.com --contact you@example.org
  benchbook serve

Every option can come from the environment as well: --max-media-bytes is
BENCHBOOK_MAX_MEDIA_BYTES. Flags go before the environment.

Exit codes:
  0    all well
  1    finished, but over a budget or with findings
  2    wrong use or configuration
  130  interrupted
`
