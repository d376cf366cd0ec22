const IMG = '<img src=x onerror=alert(1)>'

/** Input that is deeper or longer than anybody writes: browsers flatten what is nested more than 512 times. */
export const SIZE: Record<string, string> = {
  'size: 600 divisions': `${'<div>'.repeat(600)}${IMG}${'</div>'.repeat(600)}`,
  'size: 600 bold texts': `${'<b>'.repeat(600)}${IMG}`,
  'size: 600 kinds of formatting': `${'<b><i><u>'.repeat(200)}${IMG}<p>x`,
  'size: 600 quotes': `${'<blockquote>'.repeat(600)}x`,
  'size: 300 lists': `${'<ul><li>'.repeat(300)}${IMG}`,
  'size: 200 tables': `${'<table><tr><td>'.repeat(200)}${IMG}`,
  'size: 600 spans with a link inside': `${'<span>'.repeat(600)}<a href=https://evil.test/x>x</a>`,
  'size: 2000 unknown elements': `${'<x>'.repeat(2000)}${IMG}`,
  'size: 600 namespaces': `${'<svg><foreignObject>'.repeat(300)}${IMG}`,
  'size: 600 math texts': `${'<math><mtext>'.repeat(300)}${IMG}`,
  'size: 600 templates': `${'<template>'.repeat(600)}${IMG}`,
  'size: 1000 end tags': `${'</div></p>'.repeat(500)}${IMG}`,
  'size: 1000 attributes': `<p ${Array.from({ length: 1000 }, (_, at) => `onx${at}=alert(1)`).join(' ')}>x</p>`,
  'size: a name of 10,000 letters': `<${'x'.repeat(10_000)} onclick=alert(1)>${IMG}`,
  'size: an attribute of 10,000 letters': `<p on${'x'.repeat(10_000)}=alert(1)>x</p>`,
  'size: an address of 10,000 letters': `<a href="https://evil.test/${'x'.repeat(10_000)}">x</a>`,
  'size: an id of 10,000 letters': `<p id="${'x'.repeat(10_000)}">x</p>`,
  'size: a title of 10,000 letters': `<p title="${'x '.repeat(5_000)}">x</p>`,
  'size: a word of 10,000 letters': `${'x'.repeat(10_000)}${IMG}`,
  'size: 2000 entities': `${'&lt;'.repeat(2000)}${IMG}`,
  'size: 2000 broken entities': `${'&lt'.repeat(2000)}${IMG}`,
  'size: 2000 comments': `${'<!--'.repeat(2000)}${IMG}`,
  'size: 1000 quotes of a value': `<p title=${`"'`.repeat(1000)}>${IMG}`,
  'size: 1000 ids': Array.from({ length: 1000 }, (_, at) => `<b id=x${at}>x</b>`).join(''),
}
