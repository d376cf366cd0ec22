import { ownScript } from '../trusted.ts'
import { pageSecret } from './framed.ts'

/** The content of a script that a build has put next to a file: its bytes in base64, or a function for a module. */
type Content = string | ((...given: never[]) => unknown)

const contents = new WeakMap<object, Content>()
/** How long a frame may take to send its message after it has loaded: message and load event are not ordered. */
const FRAME_MS = 10_000

/** Receives files of a site on a disk, which cannot be fetched: a script next to each, `FILE.SECRET.js`, passes the content. */
function take(content: Content): void {
  if (document.currentScript) contents.set(document.currentScript, content)
}

/** The content of a file of this site. Throws a TypeError if it does not exist. */
export async function contentOnDisk(url: string | URL): Promise<Content> {
  Object.assign(globalThis, { benchbookFile: take })
  const address = new URL(url, document.baseURI)
  const script = document.createElement('script')
  script.src = ownScript(`file://${address.host}${address.pathname}.${pageSecret()}.js`)
  try {
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', () => reject(new TypeError(`${address.href} cannot be read.`)))
      document.head.append(script)
    })
  } finally {
    script.remove()
  }
  const content = contents.get(script)
  if (content === undefined) throw new TypeError(`${script.src} holds no file.`)
  return content
}

/** {@link fetch} for a file of this site. */
export async function fetchFromDisk(url: string | URL): Promise<Response> {
  const content = await contentOnDisk(url)
  if (typeof content !== 'string') throw new TypeError(`${String(url)} is a module.`)
  return new Response(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)))
}

/** The markup of another page of this site, which is loaded in a hidden frame and sends it: see framed.ts. Throws if it does not. */
export async function pageOnDisk(address: string): Promise<{ html: string; url: string }> {
  const url = ownScript(new URL(address, document.baseURI).href)
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = url
  frame.name = pageSecret()
  const ending = new AbortController()
  try {
    const html = await new Promise<string>((resolve, reject) => {
      const fail = (): void => reject(new Error(`${address} cannot be read.`))
      const hear = ({ source, data }: MessageEvent<unknown>): void => {
        if (source === frame.contentWindow && typeof data === 'string') resolve(data)
      }
      addEventListener('message', hear, { signal: ending.signal })
      frame.addEventListener('load', () => void setTimeout(fail, FRAME_MS))
      document.body.append(frame)
    })
    return { html, url }
  } finally {
    ending.abort()
    frame.remove()
  }
}
