import { expect, test } from 'vitest'
import { addressesWithAnchors } from '../../src/render/anchors.ts'

test.each([
  ['in double quotes', '<a href="/Guide/x/12#s34">x</a>', ['/Guide/x/12#s34']],
  ['in single quotes', "<a href='/Guide/x/12#s34'>x</a>", ['/Guide/x/12#s34']],
  ['in quotes, with spaces', '<a href="/Guide/A B/12#s 3 ">x</a>', ['/Guide/A B/12#s 3']],
  ['behind an equals sign', '<a class=b href=/Guide/x/12#s34 id=c>x</a>', ['/Guide/x/12#s34']],
  ['behind the first equals sign only', '<a href=/x?a=1#b>', ['/x?a=1#b']],
  ['in a bracket link', '[link|/Guide/x/12#s34|words]', ['/Guide/x/12#s34']],
  ['several', '<a href="/a#1">x</a> <a href="/b#2">', ['/a#1', '/b#2']],
])('an address with an anchor is found %s', (_, text, addresses) => {
  expect(addressesWithAnchors(text)).toEqual(addresses)
})

test.each([
  ['words behind a hash', 'see #3 and <b>#4</b>'],
  ['an address without an anchor', '<a href="/Guide/x/12">C# for all</a>'],
  ['a hash before an equals sign', '<p a#b=c>'],
])('%s is not recognised', (_, text) => {
  expect(addressesWithAnchors(text)).toEqual([])
})

test('only the first 2,000 of very many addresses are read', () => {
  const many = Array.from({ length: 2500 }, (_, at) => `href="/a#${at}"`)
  expect(addressesWithAnchors(many.join(' '))).toEqual(Array.from({ length: 2000 }, (_, at) => `/a#${at}`))
  expect(addressesWithAnchors(Array.from({ length: 2500 }, (_, at) => `href=/a#${at}`).join(' '))).toHaveLength(2000)
})
