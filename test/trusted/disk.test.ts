import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const ROOT = 'file:///stick/a%20b/'
/** The content of a site's scripts, by their addresses. */
const SCRIPTS: Record<string, unknown> = {
  [`${ROOT}pagefind/x.json.5ec4e7.js`]: btoa('{"a":1}'),
  [`${ROOT}pagefind/pagefind.js.5ec4e7.js`]: () => 'made',
}

class Element extends EventTarget {
  src = ''
  remove = vi.fn()
  name = ''
  contentWindow = {}
}

/** Runs an added element as a browser would: a script calls its listener, a frame posts its content. */
function append(element: Element): void {
  if (element.src.endsWith('.html')) {
    const say = (source: object, data: string) => globalThis.dispatchEvent(Object.assign(new Event('message'), { source, data }))
    say({}, 'another')
    say(element.contentWindow, `<p>${element.src} in ${element.name}</p>`)
    return
  }
  const content = SCRIPTS[element.src]
  Object.assign(document, { currentScript: element })
  if (content) (globalThis as unknown as { benchbookFile: (content: unknown) => void }).benchbookFile(content)
  element.dispatchEvent(new Event(content || element.src.includes('empty') ? 'load' : 'error'))
}

async function onDisk() {
  vi.stubEnv('RELATIVE_LINKS', 'true')
  vi.resetModules()
  return {
    ...(await import('../../src/trusted/disk.ts')),
    ...(await import('../../src/trusted/files.ts')),
    ...(await import('../../src/trusted/place.ts')),
  }
}

beforeEach(() => {
  const target = new EventTarget()
  const page = { href: `${ROOT}guide/1/index.html`, protocol: 'file:', origin: 'null' }
  const documentElement = { dataset: { root: '../../' } }
  vi.stubGlobal('location', page)
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target))
  const querySelector = () => ({ dataset: { secret: '5ec4e7' } })
  vi.stubGlobal('document', {
    baseURI: page.href,
    documentElement,
    querySelector,
    createElement: () => new Element(),
    head: { append },
    body: { append },
  })
})

// The next file of this process gets modules without a simulated disk.
afterAll(() => vi.resetModules())

test('a file is read from the script next to it, and a module is a function', async () => {
  const { fetchFile, contentOnDisk } = await onDisk()
  expect(await (await fetchFile('../../pagefind/x.json?ts=1')).json()).toEqual({ a: 1 })
  expect(await contentOnDisk(`${ROOT}pagefind/pagefind.js`)).toBeTypeOf('function')
  await expect(fetchFile('../../pagefind/pagefind.js')).rejects.toThrow(TypeError)
})

test('a missing or empty file, or one outside of the site, is an error', async () => {
  const { fetchFile } = await onDisk()
  await expect(fetchFile('../../pagefind/gone.json')).rejects.toThrow(/cannot be read/)
  await expect(fetchFile('../../empty.json')).rejects.toThrow(/holds no file/)
  await expect(fetchFile('../../../other/x.json')).rejects.toThrow(/no script of this site/)
  await expect(fetchFile('file:///etc/passwd')).rejects.toThrow(/no script of this site/)
})

test('another page posts its content, and other messages are ignored', async () => {
  const { pageOnDisk } = await onDisk()
  const url = `${ROOT}guide/2/index.html`
  expect(await pageOnDisk('../2/index.html')).toEqual({ html: `<p>${url} in 5ec4e7</p>`, url })
  await expect(pageOnDisk('https://elsewhere.example/index.html')).rejects.toThrow(TypeError)
})

test('addresses name files, and a page has one name with and without its file name', async () => {
  const { folderAt, isOnDisk, nameOfPage, pageAt, siteRoot } = await onDisk()
  expect([isOnDisk(), siteRoot(), folderAt('../../de/')]).toEqual([true, ROOT, `${ROOT}de/`])
  expect(pageAt('/guide/2/')).toBe('/guide/2/index.html')
  expect([nameOfPage('/guide/2/'), nameOfPage('/guide/2/index.html')]).toEqual(['/guide/2/', '/guide/2/'])
})
