import { contentType } from 'mime-types'
import { filesBelow } from '../../disk/files-below.ts'
import { safetyHeaders } from '../../policy.ts'
import { cacheControlOf, PAGEFIND_FILE, PAGEFIND_TYPE } from './caching.ts'

const IS_PAGEFIND = new RegExp(`${PAGEFIND_FILE}$`)
/** Files for other hosts, and copies that S3 never serves. */
const NOT_UPLOADED = /^(?:_headers|_redirects|CNAME|\.(?!well-known\/).*)$|\.(?:br|gz)$/

/** The files of a site in upload order, one line each: key, Content-Type and Cache-Control, separated by tabs. */
export async function s3List(folder: string, base: string): Promise<string> {
  const files = (await Array.fromAsync(filesBelow(folder))).filter((file) => !NOT_UPLOADED.test(file)).sort()
  const inOrder = [0, 1, 2, 3].flatMap((turn) => files.filter((file) => turnOf(file) === turn))
  return inOrder.map((file) => `${base.slice(1)}${file}\t${typeOf(file)}\t${cacheControlOf(file)}\n`).join('')
}

/** The upload order of a file: first what pages reference, then the index, then the lists of its parts, then pages. */
function turnOf(file: string): 0 | 1 | 2 | 3 {
  if (file.endsWith('.html')) return 3
  if (!file.startsWith('pagefind/')) return 0
  return /^pagefind\/titles\/|\.pf_(?:index|filter|fragment|meta)$|\.pagefind$/.test(file) ? 1 : 2
}

const typeOf = (file: string): string =>
  IS_PAGEFIND.test(file) ? PAGEFIND_TYPE : contentType(file.slice(file.lastIndexOf('/') + 1)) || PAGEFIND_TYPE

/** The headers that S3 cannot send, for `aws cloudfront create-response-headers-policy --response-headers-policy-config file://…`. */
export const cloudFrontHeaders = (mediaBase: string): string => {
  const headers = safetyHeaders(mediaBase)
  const custom = Object.entries(headers).filter(([name]) => name === 'Cross-Origin-Opener-Policy')
  const config = {
    Name: 'benchbook',
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: headers['Content-Security-Policy'] },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { Override: true, ReferrerPolicy: headers['Referrer-Policy'] },
    },
    CustomHeadersConfig: { Quantity: custom.length, Items: custom.map(([Header, Value]) => ({ Header, Value, Override: true })) },
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
