const NOBODY = 65_534

/** Runs work as a user that file modes apply to: as `nobody` where the tests run as root, which can read everything. */
export async function asAnotherUser<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
