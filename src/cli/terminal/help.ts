/** The text below the list of commands. */
export const HELP_END = `
Start with:
  benchbook export --source https://www.ifixit.com --contact you@example.org
  benchbook serve

Every option can also be set in the environment: --max-media-bytes is
BENCHBOOK_MAX_MEDIA_BYTES. Flags take precedence. Both do over a file
benchbook.config.ts; "benchbook config" shows every setting.

Exit codes:
  0    success
  1    finished, but over a limit or with findings
  2    wrong use or configuration
  130  interrupted
`
