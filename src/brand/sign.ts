import type { Palette } from './tokens.ts'

const TOOL =
  'M6 21h20v3.5a1.5 1.5 0 0 1-3 0V24H9v.5a1.5 1.5 0 0 1-3 0zM19.9 6.6a5 5 0 0 0-6.5 6.2l-5.1 5.1a1.2 1.2 0 0 0 0 1.6h3.9l3.6-3.6a5 5 0 0 0 6.2-6.5l-2.9 2.9-2.6-.6-.6-2.6z'

/** The project's sign as SVG in one palette (see tokens.css); `corners` is the radius, in 32nds of its size. */
export const signIn = (colours: Palette, corners = 8): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect fill="${colours.accent ?? ''}" width="32" height="32" rx="${corners}" />
  <path fill="${colours['on-accent'] ?? ''}" d="${TOOL}" />
</svg>
`

/** The sign as an icon that follows the browser's colour scheme. */
export const iconIn = (light: Palette, dark: Palette): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <style>
    .ground { fill: ${light.accent ?? ''} }
    .tool { fill: ${light['on-accent'] ?? ''} }
    @media (prefers-color-scheme: dark) { .ground { fill: ${dark.accent ?? ''} } .tool { fill: ${dark['on-accent'] ?? ''} } }
  </style>
  <rect class="ground" width="32" height="32" rx="8" />
  <path class="tool" d="${TOOL}" />
</svg>
`
