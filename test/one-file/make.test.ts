import { expect, test } from 'vitest'
import { fileOf, guidePage, HOST } from './small-site.ts'

const USER = '<html><body><footer><li data-original><a href="https://old.example/User/1">x</a></li></footer></body></html>'
const orderIn = (html = '') => Array.from(html.matchAll(/<h1[^>]*>Guide (\d+)/g), ([, id]) => Number(id))

test('prerequisite guides come first, each once, the guide itself last', async () => {
  const pages = {
    '/guide/1/': guidePage(1, { before: [2, 3] }),
    '/guide/2/': guidePage(2, { before: [4] }),
    '/guide/3/': guidePage(3, { before: [4, 5] }),
    '/guide/4/': guidePage(4),
    '/guide/5/': guidePage(5, { before: [1] }),
  }
  const file = await fileOf(1, pages)
  expect(orderIn(file?.html)).toEqual([4, 2, 5, 3, 1])
  expect(file).toMatchObject({ title: 'Guide 1', guides: 5 })
  expect(file?.html).toContain('<ol><li><a href="#g4">Guide 4</a></li>')
})

test("a prerequisite guide without a page is left out; without the guide's own page there is no file", async () => {
  expect(orderIn((await fileOf(1, { '/guide/1/': guidePage(1, { before: [2] }) }))?.html)).toEqual([1])
  expect(await fileOf(1, { '/guide/1/': '<html><body>This page cannot be shown.</body></html>' })).toBeUndefined()
  expect(await fileOf(1, {})).toBeUndefined()
})

test('guides with the same ids keep theirs apart, and links between them work', async () => {
  const text = '<p><a href="/guide/2/#step-1">There</a> <a href="#step-1">Here</a> <label for="box">x</label><input id="box"></p>'
  const { html = '' } = (await fileOf(1, { '/guide/1/': guidePage(1, { before: [2], text }), '/guide/2/': guidePage(2) })) ?? {}
  const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(['g1', 'g2', 'g1-step-1', 'g2-step-1']))
  expect(html).toContain('<a href="#g2-step-1">There</a> <a href="#g1-step-1">Here</a> <label for="g1-box">')
  expect(html).toContain('<section data-steps aria-labelledby="g1-steps g1-title">')
})

test('links to other pages lead to the original and are marked, or to the site if the original is unknown', async () => {
  const text = '<p><a href="/tag/x/">Tag</a> <a href="/media/a.pdf" download="a">Manual</a> <a href="mailto:a@b.example">Mail</a></p>'
  const { html = '' } = (await fileOf(1, { '/guide/1/': guidePage(1, { text }), '/user/1/': USER })) ?? {}
  expect(html).toContain('<a href="https://old.example/User/1" class="leaving" rel="noopener external">Ada</a>')
  expect(html).toContain(`<a href="${HOST}/tag/x/" class="leaving" rel="noopener external">Tag</a>`)
  expect(html).toContain('<a href="https://old.example/Guide/1" class="leaving" rel="noopener external">Manual</a>')
  expect(html).toContain('<a href="mailto:a@b.example">Mail</a>')
  const nowhere = await fileOf(1, { '/guide/1/': guidePage(1, { text }) }, { elsewhere: () => '' })
  expect(nowhere?.html).toContain('<a>Tag</a>')
})

test('no link runs code, and an invalid address is removed', async () => {
  const text = '<p><a href="javascript:alert(1)">A</a><a href="https://[">B</a><a href="data:text/html,x">C</a></p>'
  const { html } = (await fileOf(1, { '/guide/1/': guidePage(1, { text }) })) ?? {}
  expect(html).toContain('<p><a>A</a><a>B</a><a>C</a></p>')
})

test('pictures have the wanted width, or less if they are shown smaller', async () => {
  const srcset = [96, 300, 592, 800].map((width) => `/media/p-${width}.webp ${width}w`).join(', ')
  const steps = `<a class="step-picture" href="/media/p-800.webp"><img src="/media/p-592.webp" srcset="${srcset}" sizes="94vw" loading="lazy"></a>`
  const text = `<img src="/media/p-592.webp" srcset="${srcset}" sizes="2.75rem">`
  const pictures = Object.fromEntries([96, 300, 592, 800].map((width) => [`/media/p-${width}.webp`, `W${width}`]))
  const files = { '/guide/1/': guidePage(1, { text, steps }), ...pictures }
  const shown = async (widthPx: number) =>
    Array.from((await fileOf(1, files, { widthPx }))?.html.matchAll(/data:image\/webp;base64,(\w+)/g) ?? [], ([, bytes]) => bytes)
  expect(await shown(592)).toEqual(['W96', 'W592'])
  expect(await shown(56)).toEqual(['W96', 'W96'])
  expect(await shown(Infinity)).toEqual(['W96', 'W800'])
  const { html = '' } = (await fileOf(1, files)) ?? {}
  expect(html).toContain('<a class="step-picture" href="#g1-picture-1"><img src="data:image/webp;base64,W592" id="g1-picture-1">')
  expect(html).not.toContain('/media/')
})

test('a thumbnail that is the step’s own picture is not repeated', async () => {
  const steps = '<a class="step-picture" href="/media/p.jpg"><img src="/media/p.jpg"></a>'
  const page = guidePage(1, { steps }).replace('<a href="#step-1">1</a>', '<a href="#step-1"><img src="/media/p.jpg" alt="">1</a>')
  const { html = '' } = (await fileOf(1, { '/guide/1/': page, '/media/p.jpg': 'P' })) ?? {}
  expect(html.match(/base64,P/g)).toHaveLength(1)
})

test('a video is a link to the original with its first frame, a player of another site only a link', async () => {
  const steps = `<figure class="video"><video poster="/media/v.jpg" width="16" height="9"><source src="/media/v.mp4"><a href="/media/v.mp4">Video: &lt;pump&gt;</a></video></figure>
<a class="embed leaving" href="https://tube.example/1" data-embed="https://tube.example/frame/1">Player</a>`
  const { html = '' } = (await fileOf(1, { '/guide/1/': guidePage(1, { steps }), '/media/v.jpg': 'V' })) ?? {}
  expect(html).toContain('<a class="video-away leaving" href="https://old.example/Guide/1" rel="noopener external">')
  expect(html).toContain('<img src="data:image/jpeg;base64,V" width="16" height="9" alt><span>Video: &lt;pump&gt;</span>')
  expect(html).not.toMatch(/<video|v\.mp4|data-embed|frame\/1/)
})

test('a missing picture, or one of another host, shows its text', async () => {
  const text = '<p><img src="/media/gone.jpg" alt="Gone"><img src="https://other.example/a.jpg" alt="Other"></p>'
  const { html, pictures } = (await fileOf(1, { '/guide/1/': guidePage(1, { text }) })) ?? {}
  expect(html).toContain('<p><img alt="Gone"><img alt="Other"></p>')
  expect(pictures).toBe(0)
})

test('the file states that it is a copy, with date, source and licence, and contains nothing else of the site', async () => {
  const { html = '' } = (await fileOf(1, { '/guide/1/': guidePage(1) })) ?? {}
  expect(html).toContain('<b>Mendery</b> <span>A copy of March 4, 2026.</span>')
  expect(html).toContain('<li data-original><a class="leaving" href="https://old.example/Guide/1">')
  expect(html).toContain('<a rel="license" href="https://licence.example/">CC BY</a>')
  expect(html).not.toMatch(/About|Others|<nav aria|data-save|data-prerequisite|_astro|rel="stylesheet"/)
  expect(html.match(/<script>.*?<\/script>/g)).toEqual(['<script>start()</script>'])
  expect(html.match(/<style>.*?<\/style>/g)).toEqual(['<style>p{color:red}</style>'])
  expect(html).toContain(`content="default-src 'none'"`)
})

test('a failed fetch fails, and no file is made without it', async () => {
  const { makeOneFile } = await import('../../src/one-file/make.ts')
  const page = guidePage(1, { text: '<img src="/media/a.jpg">' })
  const made = makeOneFile(
    { url: `${HOST}/guide/1/`, widthPx: 592, date: new Date(0), elsewhere: (url) => url },
    { style: '', script: '', policy: '' },
    { page: async () => page, picture: () => Promise.reject(new Error('offline')) },
  )
  await expect(made).rejects.toThrow('offline')
})
