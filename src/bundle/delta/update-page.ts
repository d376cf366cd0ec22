import type { Edition } from './description.ts'

/** The facts of an update. */
export interface UpdateFacts {
  from: Edition
  to: Edition
  added: number
  changed: number
  /** Paths that are no longer used. */
  removed: readonly string[]
}

const dayOf = ({ date }: Edition): string => date.slice(0, 10)
const filesOf = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** The page shown after an update was unpacked over a folder: what is new, and what the folder no longer needs. */
export function updatePage({ from, to, added, changed, removed }: UpdateFacts): string {
  const rest =
    removed.length === 0
      ? '<p>Nothing is left over from before.</p>'
      : `<p>${filesOf(removed.length)} ${removed.length === 1 ? 'is' : 'are'} no longer used: no page leads there. Delete ${removed.length === 1 ? 'it' : 'them'} to have the folder as if it were new; the list is also in <a href="removed.txt">removed.txt</a>.</p>
<ul>
${removed.map((path) => `<li>${escaped(path)}</li>`).join('\n')}
</ul>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Update of ${dayOf(to)}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 42rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>Update of ${dayOf(to)}</h1>
<p>It brings ${escaped(from.name)} of ${dayOf(from)}, unpacked in this folder, to ${dayOf(to)}: ${filesOf(added)} added, ${filesOf(changed)} replaced. <a href="../index.html">To the guides</a></p>
${rest}
<p>The folder <code>update</code>, which holds this page, has no further use either.</p>
</body>
</html>
`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
