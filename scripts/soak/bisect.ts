/** Minimizes a failing set: by halves while one half alone fails, then one by one. */
export async function guilty<T>(all: readonly T[], fails: (some: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let left = all
  while (left.length > 1) {
    const middle = Math.ceil(left.length / 2)
    const [first, second] = [left.slice(0, middle), left.slice(middle)]
    if (await fails(first)) left = first
    else if (await fails(second)) left = second
    else return withoutEach(left, fails)
  }
  return left
}

async function withoutEach<T>(all: readonly T[], fails: (some: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let left = all
  for (const one of all) {
    const without = left.filter((other) => other !== one)
    if (await fails(without)) left = without
  }
  return left
}
