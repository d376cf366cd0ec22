import { between } from '../../routes/path-named.ts'

/** The address of a guide, by that of guide 0. In a site whose links are relative its folder may be divided: see routes/divided.ts. */
export function pageOfGuide(guide: string, guideid: number): string {
  const whole = import.meta.env.RELATIVE_LINKS ? guide.replace('/0/0/', `/${between(String(guideid))}/0/`) : guide
  return whole.replace('/0/', `/${guideid}/`)
}

/** The path that a link to the page has. */
export const pathOfGuide = (guide: string, guideid: number): string => new URL(pageOfGuide(guide, guideid), document.baseURI).pathname
