import { expect, test } from 'vitest'
import { isWall } from '../../src/fetch/outcome.ts'

test.for<[status: number, headers: Record<string, string>, expected: boolean, name: string]>([
  [403, { 'content-type': 'text/html; charset=UTF-8' }, true, 'a web page'],
  [403, { server: 'cloudflare', 'content-type': 'text/plain' }, true, 'a line of a CDN'],
  [503, { 'cf-mitigated': 'challenge', 'content-type': 'text/html' }, true, 'a challenge'],
  [405, { 'x-amzn-waf-action': 'captcha' }, true, 'a challenge of another CDN'],
  [403, { server: 'cloudflare', 'content-type': 'application/json' }, false, 'what the API says behind a CDN'],
  [403, { server: 'cloudflare', 'content-type': 'application/xml' }, false, 'what object storage says behind a CDN'],
  [403, {}, false, 'a status alone'],
  [401, { 'content-type': 'text/html' }, false, 'a password that is wanted'],
  [404, { server: 'cloudflare', 'content-type': 'text/html' }, false, 'a page that is not there'],
  [503, { 'content-type': 'text/html' }, false, 'a server that is down'],
  [200, { 'cf-mitigated': 'challenge' }, false, 'an answer'],
])('%d with %j is a wall: %s (%s)', ([status, headers, expected]) => {
  expect(isWall(status, (name) => headers[name])).toBe(expected)
})
