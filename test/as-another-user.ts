const NOBODY = 65_534

/** Runs work as a user to whom modes of files apply: as root, who may read all, as nobody. */
export async function asAnotherUser<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
