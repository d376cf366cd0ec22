import { kept, PUBLISHED } from './kept.ts'

const CACHE = `          path: |
${kept('dist')
  .map((path) => `            ${path}`)
  .join('\n')}
          key: benchbook-\${{ github.run_id }}`

/** A nightly GitHub job: publishes when the site differs from the last published one, and opens an issue when a step fails. */
export const GITHUB = `name: Benchbook
on:
  schedule:
    - cron: '17 3 * * *'
  workflow_dispatch:
permissions:
  contents: read
  issues: write
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
${CACHE}
          restore-keys: benchbook-
      - name: Export
        shell: bash
        run: npx --no -- benchbook export --if-changed --summary "$GITHUB_STEP_SUMMARY" 2>&1 | tee export.log
        env:
          BENCHBOOK_TOKEN: \${{ secrets.BENCHBOOK_TOKEN }}
      - name: Compare with what is published
        id: site
        run: cmp -s dist.sha256 ${PUBLISHED} || echo differs=true >> "$GITHUB_OUTPUT"
      - if: steps.site.outputs.differs
        uses: actions/upload-pages-artifact@v3
        with:
          path: dist
      - if: steps.site.outputs.differs
        id: deployment
        uses: actions/deploy-pages@v4
      - if: steps.site.outputs.differs
        name: Remember what is published
        run: cp dist.sha256 ${PUBLISHED}
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: report
          path: |
            export.log
            content-cache/report.*
      - if: always()
        uses: actions/cache/save@v4
        with:
${CACHE}
      - if: failure()
        name: Open an issue
        run: |
          { echo "$RUN failed."; if [ -e export.log ]; then echo; tail -n 30 export.log | sed 's/^/    /'; fi; } > issue.md
          issue=$(gh issue list --search 'in:title "The nightly export fails"' --json number --jq '.[0].number')
          if [ -n "$issue" ]; then gh issue comment "$issue" --body-file issue.md
          else gh issue create --title 'The nightly export fails' --body-file issue.md; fi
        env:
          GH_REPO: \${{ github.repository }}
          GH_TOKEN: \${{ github.token }}
          RUN: \${{ github.server_url }}/\${{ github.repository }}/actions/runs/\${{ github.run_id }}
`
