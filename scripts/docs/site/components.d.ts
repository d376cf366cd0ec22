/** Components of the project, by the names under which those of an operator's own have them. */
declare module 'benchbook/components/*.astro' {
  const Component: (props: Record<string, unknown>) => unknown
  export default Component
}
