import { makeOneFile, type OneFile, type OneFileOptions } from '../../src/one-file/make.ts'
import type { Shell } from '../../src/one-file/shell.ts'

export const HOST = 'https://bench.example'
const SHELL: Shell = { style: 'p{color:red}', script: 'start()', policy: "default-src 'none'" }

interface Parts {
  /** Prerequisite guides. */
  before?: readonly number[]
  /** Markup between head and steps. */
  text?: string
  steps?: string
  original?: string
}

/** The parts of a guide's page that files are made from. */
export function guidePage(
  id: number,
  { before = [], text = '', steps = '', original = `https://old.example/Guide/${id}` }: Parts = {},
): string {
  const cards = before.map((other) => `<li><a href="/guide/${other}/">Guide ${other}</a></li>`).join('')
  const details = before.map((other) => `<details class="prerequisite" data-prerequisite="/guide/${other}/"></details>`).join('')
  return `<!doctype html><html lang="en" dir="ltr"><head><title>x</title><link rel="stylesheet" href="/a.css"></head><body>
<header><a class="site-name" href="/">Mendery</a></header><main><article class="guide"><h1>Guide ${id}</h1>
<div class="bench-bar"><button data-save="/one-file.json" data-copy="A copy of {date}." data-contents="In this file" data-online>Save</button></div>
<p class="byline"><a href="/user/1/">Ada</a></p>${text}<section aria-labelledby="before"><h2 id="before">First</h2><ul>${cards}</ul>${details}</section>
<section data-steps aria-labelledby="steps"><h2 id="steps">Steps</h2><nav class="step-nav"><a href="#step-1">1</a></nav><ol class="steps"><li id="step-1" class="step">${steps}</li></ol></section>
<nav class="alike">Others</nav><script src="/_astro/a.js"></script></article></main>
<footer class="site-footer"><ul><li><a href="/about/">About</a></li><li data-original><a class="leaving" href="${original}">Original</a></li></ul>
<ul><li><a rel="license" href="https://licence.example/">CC BY</a></li></ul></footer></body></html>`
}

/** Makes the file of a guide of a site of these pages and pictures, by their paths. */
export async function fileOf(
  id: number,
  files: Readonly<Record<string, string>>,
  changes: Partial<OneFileOptions> = {},
): Promise<OneFile | undefined> {
  const at = (url: string): string | undefined => files[url.slice(HOST.length)]
  const options = {
    url: `${HOST}/guide/${id}/`,
    widthPx: 592,
    date: new Date('2026-03-04T05:06:07Z'),
    elsewhere: (url: string) => url,
    ...changes,
  }
  return makeOneFile(options, SHELL, {
    page: async (url) => at(url),
    picture: async (url, type) => at(url) && `data:${type};base64,${at(url) ?? ''}`,
  })
}
