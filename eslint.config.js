import js from '@eslint/js'
import astro from 'eslint-plugin-astro'
import regexp from 'eslint-plugin-regexp'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const MARKUP_SINKS = [
  'AssignmentExpression > MemberExpression.left[property.name=/^(?:inner|outer)HTML$|^srcdoc$/]',
  'AssignmentExpression > MemberExpression.left[property.value=/^(?:inner|outer)HTML$|^srcdoc$/]',
  'CallExpression > MemberExpression.callee[property.name=/^(?:insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment|writeln)$/]',
  "CallExpression > MemberExpression.callee[object.name='document'][property.name='write']",
].map((selector) => ({ selector, message: 'Text becomes elements by the DOM (`append`, `textContent`), or by src/trusted.ts.' }))

// What a person sees comes some time after a click, on a slow machine a long one.
const READS_ONCE = {
  selector:
    "CallExpression[callee.name='expect'] > AwaitExpression.arguments CallExpression[callee.property.name=/^(?:locator|getBy.+|textContent|innerText|inputValue|count|is(?:Visible|Hidden|Enabled|Disabled|Checked)|getAttribute|all(?:TextContents|InnerTexts)|ariaSnapshot|title|evaluate(?:All)?)$/]",
  message: 'A page is asked until it answers so: `await expect.poll(() => …)`.',
}

export default defineConfig(
  globalIgnores(['dist/', 'lib/', '.demo/', '.astro/', 'content-cache/', 'sample/records/', 'sample/lists/', 'sample/media/']),
  // All other rules for .ts files are oxlint's (.oxlintrc.json), which knows their types in a tenth of the time.
  { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser }, linterOptions: { reportUnusedDisableDirectives: 'off' } },
  { files: ['**/*.{js,mjs,astro}'], extends: [js.configs.recommended] },
  {
    // Text from a service may be of any length and shape: what takes quadratic time on it stops a crawl or a server.
    files: ['src/**', 'scripts/**', 'sample/**'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  {
    // Only `trusted` turns text into markup, and its policy has no way to put it into a page.
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', ...MARKUP_SINKS] },
  },
  { files: ['test/**/*.ts'], rules: { 'no-restricted-syntax': ['error', READS_ONCE] } },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['src/components/**/*.js'],
    languageOptions: { globals: { document: 'readonly', localStorage: 'readonly', addEventListener: 'readonly' } },
  },
  // The type checker of .astro files is `astro check`. Astro's parser comes last, it knows how to call the one for TypeScript.
  { files: ['**/*.astro'], extends: [tseslint.configs.strict, tseslint.configs.stylistic], rules: { 'no-undef': 'off' } },
  astro.configs['flat/recommended'],
)
