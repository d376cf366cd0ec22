import { iconIn } from '../brand/sign.ts'
import { palettesIn } from '../brand/tokens.ts'
import tokens from '../styles/tokens.css?raw'

const { light, dark } = palettesIn(tokens)

/** The project's logo in the site's colours. */
export const GET = (): Response => new Response(iconIn(light, dark), { headers: { 'Content-Type': 'image/svg+xml' } })
