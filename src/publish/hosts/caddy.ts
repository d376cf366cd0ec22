import { safetyHeaders } from '../../policy.ts'
import { API_FOLDER } from '../api.ts'
import { HASHED, IMMUTABLE, MANIFEST_TYPE, PAGEFIND_FILE, PAGEFIND_TYPE, REVALIDATED } from './caching.ts'
import { type HostSite, MADE_BY, nameOfSite, type TitlePage } from './host-site.ts'
import { alternatives, idRules, isWritable, pagePatterns, regexOf, targetOf, titlePatterns, titleRules } from './patterns.ts'

/** Caddy searches a map sequentially: a map with this many expressions takes a tenth of a second to load, and a millisecond per miss. */
export const MAX_TITLES = 5000
/** Documents on another origin, whose existence Caddy cannot check. */
const ELSEWHERE = `		@benchbook_elsewhere vars_regexp {benchbook_copy} ^https?:
		redir @benchbook_elsewhere {benchbook_copy} 301
`
/** A path without a file, which disables a redirect. */
const NOWHERE = '/.nowhere/'

const OUTSIDE = `# Other addresses of the host are 404, unless other directives of the block answer them; write a file_server of yours before the import.
`
/** Caddy answers unhandled addresses with 200. This directive is ordered after all others and hides every file. */
const NOTHING = `	file_server {
		hide *
	}
`

/** A snippet for import in a site's block; the site's `root` is the folder that contains it at its base. */
export function caddyFile(site: HostSite): string {
  const { base, languages, hasApi, isCompressed, mediaBase, addresses } = site
  const start = regexOf(base)
  const name = nameOfSite(site)
  const ruleOf = (pattern: string, path: string) => `\`~(?i)^${start}${pattern}$\` ${targetOf(base, path)}`
  const ids = idRules(addresses).map(({ words, rest, folder }) => ruleOf(`(?:${alternatives(words)})/${rest}`, `${folder}\${1}/`))
  const documents = Array.from(addresses.documents, ([guid, path]) => ruleOf(`document/${regexOf(guid)}(?:/.*)?`, path))
  const pages = pagePatterns(addresses).slice(0, MAX_TITLES)
  const rules = [...pages.map(({ pattern, path }) => ruleOf(pattern, path)), ...ids, ...documents]
  const maps = titleRules({ ...addresses, titles: addresses.titles.slice(0, MAX_TITLES) }).map(({ kind, words, titles }) => {
    const name = `benchbook_${kind.toLowerCase()}`
    return `		map {path} {${name}} {
			\`~(?i)^${start}(?:${alternatives(words)})/(.+?)/?$\` "\${1}"
			default ""
		}
		map {${name}} {${name}_copy} {
${titleEntries(base, titles)
  .map((line) => `			${line}`)
  .join('\n')}
			default ${NOWHERE}
		}
		@${name} {
			not file {path} {path}/index.html
			file {${name}_copy}/index.html
		}
		redir @${name} {${name}_copy} 301
`
  })
  const headers = Object.entries(safetyHeaders(mediaBase)).map(([name, value]) => `			${name} "${value}"`)
  const errors = [...languages.map((lang) => `${lang}/`), ''].map(
    (folder) => `		handle ${base}${folder}* {
			rewrite * ${base}${folder}404.html
			header Cache-Control "${REVALIDATED}"
			file_server
		}
`,
  )
  return `# ${MADE_BY} Caddy: "import" this file before the block of the site, and write there:
#     root * /srv/the-folder-that-contains-the-site-at-its-base
#     import ${name}
${base === '/' ? '' : OUTSIDE}(${name}) {
${base === '/' ? '' : `	redir ${base.slice(0, -1)} ${base} 301\n`}	handle ${base}* {
		header {
${headers.join('\n')}
			?Cache-Control "${REVALIDATED}"
		}
		@hashed {
			path_regexp ^${start}${HASHED}$
			not path ${base}media/*.svg
		}
		header @hashed Cache-Control "${IMMUTABLE}"
		@pagefind path_regexp ${PAGEFIND_FILE}$|\\.bin$
		header @pagefind Content-Type ${PAGEFIND_TYPE}
		@manifest path *.webmanifest
		header @manifest Content-Type ${MANIFEST_TYPE}
${hasApi ? `		header ${base}${API_FOLDER}/* Access-Control-Allow-Origin *\n` : ''}		@hidden path_regexp /\\.(?:[^w]|w[^e])
		error @hidden 404
		map {path} {benchbook_copy} {
${rules.map((line) => `			${line}`).join('\n')}
			default ${NOWHERE}
		}
${mediaBase ? ELSEWHERE : ''}		@benchbook_copy {
			not file {path} {path}/index.html
			file {benchbook_copy} {benchbook_copy}/index.html
		}
		redir @benchbook_copy {benchbook_copy} 301
${maps.join('')}		file_server${isCompressed ? ' {\n			precompressed br gzip\n		}' : ''}
	}
${base === '/' ? '' : NOTHING}	handle_errors {
${errors.join('')}	}
}
`
}

/** Caddy treats text in braces as a placeholder. */
const titleEntries = (base: string, titles: readonly TitlePage[]): string[] =>
  titlePatterns(titles.filter(({ title }) => isWritable(title) && !/[{}`]/.test(title))).map(
    ({ pattern, isAnyCase, path }) => `\`~${isAnyCase ? '(?i)' : ''}^${pattern}$\` ${base}${path.slice(1)}`,
  )
