import { kept, PUBLISHED } from './kept.ts'

/** The folder that GitLab Pages publishes. */
const OUT = 'public'

/** A nightly GitLab job. Its exit code 77 means that there is nothing to publish, which GitLab shows as a warning. */
export const GITLAB = `# When it runs is set under Build > Pipeline schedules. BENCHBOOK_TOKEN and ISSUE_TOKEN are masked variables, where they are needed.
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
