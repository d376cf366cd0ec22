import { link } from 'node:fs/promises'

/** Gives a file a second name. False where the file system, or another disk, has none. */
export const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  )
