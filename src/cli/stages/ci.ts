/** The files that a build stores next to a site, for the next build. */
const beside = (out: string): string[] =>
  ['changes.json', 'checked', 'hosts', 'media', 'sha256', 'state'].map((ending) => `${out}.${ending}`)

/** The file list of the last published site. */
const PUBLISHED = 'published.sha256'

/** What one nightly run keeps for the next, so that only changes are requested, rendered and published. */
const kept = (out: string): string[] => ['content-cache', out, ...beside(out), PUBLISHED]

/** Generated files, which need not be versioned with the configuration: sites, bundles with their sums, PDF files and logs. */
export const IGNORED: readonly string[] = [
  'node_modules/',
  'content-cache/',
  'dist/',
  'dist.*',
  PUBLISHED,
  '*.zip*',
  '*.zim*',
  'pdf/',
  'export.log',
]

/** An image without a root user. All output is in one volume, since a site is replaced by renaming a folder next to it. */
export const DOCKERFILE = `FROM node:24-slim
WORKDIR /srv/benchbook
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev
RUN mkdir -p /data && chown node:node /data
USER node
ENV BENCHBOOK_CACHE=/data/content-cache BENCHBOOK_OUT=/data/dist
VOLUME /data
ENTRYPOINT ["npx", "--no", "--", "benchbook"]
CMD ["export", "--if-changed"]
`

/** What is excluded from the image. */
const DOCKERIGNORE = `${['.git', ...IGNORED].join('\n')}\n`

const CACHE = `          path: |
${kept('dist')
  .map((path) => `            ${path}`)
  .join('\n')}
          key: benchbook-\${{ github.run_id }}`

/** A nightly GitHub job: publishes when the site differs from the last published one, and opens an issue when a step fails. */
const GITHUB = `name: Benchbook
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

/** The folder that GitLab Pages publishes. */
const OUT = 'public'

/** A nightly GitLab job. Its exit code 77 means that there is nothing to publish, which GitLab shows as a warning. */
const GITLAB = `# When it runs is set under Build > Pipeline schedules. BENCHBOOK_TOKEN and ISSUE_TOKEN are masked variables, where they are needed.
pages:
  image: node:24
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule" || $CI_PIPELINE_SOURCE == "web"
  variables:
    BENCHBOOK_OUT: ${OUT}
  cache:
    key: benchbook
    when: always
    paths:
${kept(OUT)
  .map((path) => `      - ${path}`)
  .join('\n')}
  script:
    - set -o pipefail
    - npm ci
    - npx --no -- benchbook export --if-changed 2>&1 | tee export.log
    - touch exported
    - if cmp -s ${OUT}.sha256 ${PUBLISHED}; then exit 77; fi
    - cp ${OUT}.sha256 ${PUBLISHED}
  after_script:
    - >-
      test -e exported || test -z "$ISSUE_TOKEN" || { test -e export.log || echo "$CI_JOB_URL failed before the export." > export.log; curl --fail --silent --show-error --header "PRIVATE-TOKEN: $ISSUE_TOKEN"
      --data-urlencode "title=The nightly export fails" --data-urlencode "description@export.log"
      "$CI_API_V4_URL/projects/$CI_PROJECT_ID/issues"; }
  allow_failure:
    exit_codes: 77
  artifacts:
    when: always
    paths:
      - ${OUT}
      - export.log
      - content-cache/report.md
`

/**
 * A nightly export on the operator's own machine. It may write only to its own folder, and a Node installed there takes precedence over the
 * system's.
 */
export const SERVICE = `[Unit]
Description=Export the repair guides
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=benchbook
WorkingDirectory=/srv/benchbook
EnvironmentFile=-/etc/benchbook.env
Environment=PATH=/srv/benchbook/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
ExecStart=/srv/benchbook/node_modules/.bin/benchbook export --if-changed
TimeoutStartSec=12h
Nice=10
NoNewPrivileges=yes
PrivateTmp=yes
ProtectHome=yes
ProtectSystem=strict
ReadWritePaths=/srv/benchbook

[Install]
WantedBy=multi-user.target
`

const TIMER = `[Unit]
Description=Export the repair guides every night

[Timer]
OnCalendar=*-*-* 03:17:00
RandomizedDelaySec=30min
Persistent=true

[Install]
WantedBy=timers.target
`

/** The files for a nightly export by path, by the name of the service that runs it. */
export const CI = {
  github: { '.github/workflows/benchbook.yml': GITHUB },
  gitlab: { '.gitlab-ci.yml': GITLAB },
  docker: { Dockerfile: DOCKERFILE, '.dockerignore': DOCKERIGNORE },
  systemd: { 'benchbook.service': SERVICE, 'benchbook.timer': TIMER },
  none: {},
} as const satisfies Record<string, Record<string, string>>

export type Ci = keyof typeof CI

export const isCi = (name: string): name is Ci => Object.hasOwn(CI, name)
