import type { LocalPicture } from '../../src/render/relink.ts'
import type { RenderContext } from '../../src/render/to-html.ts'

const MEDIA: Record<string, LocalPicture> = {
  'https://repair.test/img/kettle.jpg': { src: '/b/media/kettle.jpg', width: 300, height: 225 },
  'https://repair.test/img/scan.tiff': { src: '/b/media/scan.tiff' },
}

/** A site with guide 12 and the device Kettle, and these media. */
export const CONTEXT: RenderContext = {
  origins: ['https://repair.test', 'http://127.0.0.1:4321'],
  hrefOf: (ref, fragment) => {
    const path =
      ref.kind === 'guide' && ref.guideid === 12 ? '/b/guide/12/' : ref.kind === 'wiki' && ref.title === 'Kettle' ? '/b/kettle/' : ''
    return path ? `${path}${fragment && `#${fragment}`}` : undefined
  },
  mediaOf: (url) => MEDIA[url],
  videoLabel: 'Video on YouTube',
  original: (href) => {
    const url = new URL(href, 'https://repair.test')
    return url.host === '127.0.0.1:4321' ? `https://repair.test${url.pathname}` : url.href
  },
}
