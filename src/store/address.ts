import { UsageError } from '../errors.ts'

/** Where a cache is kept in object storage. */
export interface StoreAddress {
  bucket: string
  /** What the name of each object begins with; '' or ending in a slash. */
  prefix: string
  /** As it is written: `s3://bucket/prefix`. */
  url: string
}

/** Names that need no encoding: two that encode differently would be signed differently. */
const ADDRESS = /^s3:\/\/(?<bucket>[\w.-]{1,255})(?:\/(?<prefix>[\w.-]+(?:\/[\w.-]+)*))?\/?$/

/** True for what names a store and not a folder. */
export const isStoreUrl = (text: string): boolean => text.startsWith('s3:')

/** Reads `s3://bucket/prefix`; throws a {@link UsageError} for anything else. */
export function storeAddress(text: string): StoreAddress {
  const { bucket, prefix = '' } = ADDRESS.exec(text)?.groups ?? {}
  if (!bucket || `/${prefix}/`.includes('/../') || `/${prefix}/`.includes('/./'))
    throw new UsageError(`\`store\` must be an address such as s3://bucket/prefix, not ${JSON.stringify(text)}.`, {
      code: 'ERR_OPTION',
      option: 'store',
    })
  return { bucket, prefix: prefix && `${prefix}/`, url: `s3://${bucket}${prefix && `/${prefix}`}` }
}
