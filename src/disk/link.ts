import { link } from 'node:fs/promises'

/** Creates a hard link. False if the file system, or another disk, does not support it. */
export const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  )
