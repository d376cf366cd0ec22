/** Every payload in every carrier, where `%` stands for it; named by both. */
export function cross(
  family: string,
  payloads: readonly (readonly [name: string, payload: string])[],
  carriers: readonly (readonly [name: string, carrier: string])[],
): Record<string, string> {
  return Object.fromEntries(
    carriers.flatMap(([where, carrier]) =>
      payloads.map(([what, payload]) => [`${family}: ${what} in ${where}`, carrier.replaceAll('%', () => payload)] as const),
    ),
  )
}
