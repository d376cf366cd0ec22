import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { filesBelow } from '../src/disk/files-below.ts'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // `<br>` and `<br />` mean the same to every parser; the sanitizer writes the former, Astro the latter.
      'void-style': 'off',
      // Authors choose the length of a title.
      'long-title': 'off',
      // White space at the end of a line in the service's text is not an error of the page.
      'no-trailing-whitespace': 'off',
      // A telephone number in the service's text stays as its author wrote it.
      'tel-non-breaking': 'off',
      // The ids of headings are made from their words, in any script, since links point to them.
      'valid-id': ['error', { relaxed: true }],
    },
  }),
)

/**
 * The errors on all pages of a site, or on those whose path is chosen. The content of a `<template>` is not part of a page until a script
 * has filled it in.
 */
export async function invalidIn(folder: string, isChosen: (file: string) => boolean = () => true): Promise<string[]> {
  const errors: string[] = []
  for await (const file of filesBelow(folder)) {
    if (!file.endsWith('.html') || !isChosen(file)) continue
    const html = readFileSync(join(folder, file), 'utf8').replace(/<template[\s\S]*<\/template>/g, '')
    const { results } = await validator.validateString(html)
    errors.push(
      ...results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${file}: ${ruleId}: ${message} (${selector ?? ''})`),
      ),
    )
  }
  return errors
}
