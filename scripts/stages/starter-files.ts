/** The text of benchbook.config.mts. Its import is a type: it holds wherever the program lies. */
export const configText = (
  options: readonly (readonly [name: string, value: unknown])[],
): string => `import type { UserConfig } from 'benchbook'

export default {
${options.map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`).join('\n')}
} satisfies UserConfig
`

/** What need not be kept with the configuration: it is made from the service, and from that. */
export const IGNORED: readonly string[] = ['node_modules/', 'content-cache/', 'dist/', 'dist.*']

/** What a night has for the next one. */
const KEPT = `          path: |
            content-cache
            dist
            dist.changes.json
            dist.sha256
            dist.state
          key: benchbook-\${{ github.run_id }}`

/** A nightly job. It keeps cache and site between nights, so that it asks for and renders only what has changed. */
export const WORKFLOW = `name: Benchbook
on:
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:
permissions:
  contents: read
  pages: write
  id-token: write
concurrency: benchbook
jobs:
  export:
    runs-on: ubuntu-latest
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm ci
      - uses: actions/cache/restore@v4
        with:
${KEPT}
          restore-keys: benchbook-
      - run: npx benchbook export --summary "$GITHUB_STEP_SUMMARY"
        env:
          BENCHBOOK_TOKEN: \${{ secrets.BENCHBOOK_TOKEN }}
      - uses: actions/cache/save@v4
        if: always()
        with:
${KEPT}
      - uses: actions/upload-pages-artifact@v3
        with:
          path: dist
      - uses: actions/deploy-pages@v4
        id: deployment
`
