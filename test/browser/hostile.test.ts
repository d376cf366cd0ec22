import { expect } from 'vitest'
import { toHtml, toInlineHtml } from '../../src/render/to-html.ts'
import { HOME } from '../../src/routes.ts'
import { CONTEXT } from '../render/context.ts'
import { VECTORS } from '../render/vectors.ts'
import { test } from './browser.ts'

test('a browser reads out of hostile HTML what the sanitizer meant, and nothing leaves its place', async ({ open }) => {
  const page = await open(HOME)
  const rendered = Object.entries(VECTORS).flatMap(([name, vector]) => [
    [name, toHtml({ rendered: vector, raw: '' }, CONTEXT)],
    [`${name}, in a line`, toInlineHtml({ rendered: vector, raw: '' }, CONTEXT)],
    [`${name}, in wiki syntax`, toHtml({ rendered: '', raw: vector }, CONTEXT)],
  ])
  const troubles = await page.evaluate((parts) => {
    const forbidden = /^(script|style|iframe|object|embed|svg|math|form|input|button|base|meta|link|template|noscript|textarea|select)$/
    return parts.flatMap(([name = '', html = '']) => {
      const place = `<!doctype html><body><main><div>${html}</div></main><p id="after">`
      const parsed = new DOMParser().parseFromString(place, 'text/html')
      const elements = [...parsed.querySelectorAll('main *')]
      const wrong = elements.flatMap((element) => [
        ...(forbidden.test(element.localName) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml' ? [element.localName] : []),
        ...[...element.attributes]
          .filter((attribute) => /^(on|style$|srcdoc$|srcset$|form)/.test(attribute.name))
          .map((attribute) => attribute.name),
        ...(/^(javascript|data|vbscript|file|blob):/.test(element.getAttribute('href') ?? '') ? ['href'] : []),
      ])
      const outside = parsed.querySelector('main #after') || parsed.head.childElementCount > 0 || parsed.body.childElementCount !== 2
      return [...wrong, ...(outside ? ['something outside its place'] : [])].map((what) => `${name}: ${what}`)
    })
  }, rendered)
  expect(troubles).toEqual([])
})
