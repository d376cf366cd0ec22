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

export default defineConfig(
  globalIgnores(['dist/', 'lib/', '.demo/', '.docs/', '.astro/', 'content-cache/', 'sample/records/', 'sample/lists/', 'sample/media/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // `Record` and index signatures are both readable; recursive types need the second.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // A message says what it says for numbers too.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Handlers that fit an async signature need not await.
      '@typescript-eslint/require-await': 'off',
      // `||` on texts is meant: '' is the service's word for nothing.
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // It asks for the `!` that no-non-null-assertion forbids.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Slow, and in vain here: there are no enums, and TypeScript itself tells classes with private fields apart.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Vitest reads the names of fixtures off this pattern.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
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
