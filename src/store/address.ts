import { UsageError } from '../errors.ts'

/** The location of a cache in object storage. */
export interface StoreAddress {
  bucket: string
  /** The prefix of each object's name; '' or ending in a slash. */
  prefix: string
  /** As written: `s3://bucket/prefix`. */
  url: string
}

/** Names that need no encoding: client and store may encode others differently, and the signatures would differ. */
const ADDRESS = /^s3:\/\/(?<bucket>[\w.-]{1,255})(?:\/(?<prefix>[\w.-]+(?:\/[\w.-]+)*))?\/?$/

/** True for the address of a store instead of a folder. */
export const isStoreUrl = (text: string): boolean => text.startsWith('s3:')

/** Parses `s3://bucket/prefix`; throws a {@link UsageError} for anything else. */
export function storeAddress(text: string): StoreAddress {
  const { bucket, prefix = '' } = ADDRESS.exec(text)?.groups ?? {}
  if (!bucket || `/${prefix}/`.includes('/../') || `/${prefix}/`.includes('/./'))
    throw new UsageError(`\`store\` must be an address such as s3://bucket/prefix, not ${JSON.stringify(text)}.`, {
      code: 'ERR_OPTION',
      option: 'store',
    })
  return { bucket, prefix: prefix && `${prefix}/`, url: `s3://${bucket}${prefix && `/${prefix}`}` }
}
