import { palettesIn } from '../brand/tokens.ts'
import tokens from '../styles/tokens.css?raw'

const { light, dark } = palettesIn(tokens)

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <style>
    .ground { fill: ${light.accent} }
    .tool { fill: ${light['on-accent']} }
    @media (prefers-color-scheme: dark) { .ground { fill: ${dark.accent} } .tool { fill: ${dark['on-accent']} } }
  </style>
  <rect class="ground" width="32" height="32" rx="8" />
  <path class="tool" d="M6 21h20v3.5a1.5 1.5 0 0 1-3 0V24H9v.5a1.5 1.5 0 0 1-3 0zM19.9 6.6a5 5 0 0 0-6.5 6.2l-5.1 5.1a1.2 1.2 0 0 0 0 1.6h3.9l3.6-3.6a5 5 0 0 0 6.2-6.5l-2.9 2.9-2.6-.6-.6-2.6z" />
</svg>
`

/** The project's sign in the site's colours. */
export const GET = (): Response => new Response(ICON, { headers: { 'Content-Type': 'image/svg+xml' } })
