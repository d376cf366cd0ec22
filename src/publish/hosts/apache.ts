import { safetyHeaders } from '../../policy.ts'
import { API_FOLDER } from '../api.ts'
import { TEXTS, DRAWING, HASHED, IMMUTABLE, MANIFEST_TYPE, PAGEFIND_TYPE, REVALIDATED } from './caching.ts'
import { type HostSite, MADE_BY } from './host-site.ts'
import { alternatives, idRules, isWritable, pagePatterns, regexOf, targetOf, titlePatterns, titleRules } from './patterns.ts'

/** Apache parses .htaccess on every request. */
export const MAX_TITLES = 1000
/** The origin of redirects: Apache writes absolute addresses, and does not know of a proxy that terminates TLS. */
const ORIGIN = '%{ENV:ASKED_SCHEME}://%{HTTP_HOST}'

/** The .htaccess of a site. Needs `AllowOverride All`, mod_rewrite and mod_headers, as most hosts have them. */
export function htaccess({ base, site, languages, hasApi, isCompressed, mediaBase, addresses }: HostSite): string {
  const start = regexOf(base)
  const pages = Object.entries(safetyHeaders(mediaBase)).map(([name, value]) => `    Header always set ${name} "${value}"`)
  const errors = languages.map(
    (lang) => `<If "%{REQUEST_URI} =~ m#^${start}${lang}/#">\n    ErrorDocument 404 ${base}${lang}/404.html\n</If>`,
  )
  return `# ${MADE_BY} Apache 2.4.
DirectoryIndex index.html
Options -Indexes -MultiViews
AddCharset utf-8 .html .css .js .json .xml .txt
AddType ${MANIFEST_TYPE} .webmanifest
AddType ${PAGEFIND_TYPE} .pagefind .pf_meta .pf_index .pf_filter .pf_fragment
RemoveLanguage .en .de .es .fr .it .ja .ko .nl .pt .ru .tr .zh .ar .br
ErrorDocument 404 ${base}404.html
${errors.join('\n')}
<IfModule mod_headers.c>
${pages.join('\n')}
    Header set Cache-Control "${REVALIDATED}"
    <If "%{REQUEST_URI} =~ m#^${start}${HASHED}$# && %{REQUEST_URI} !~ m#${DRAWING}$#">
        Header set Cache-Control "${IMMUTABLE}"
    </If>
${hasApi ? `    <If "%{REQUEST_URI} =~ m#^${start}${API_FOLDER}/#">\n        Header set Access-Control-Allow-Origin "*"\n    </If>\n` : ''}${isCompressed ? `    <FilesMatch "\\.(?:${TEXTS})(?:\\.(?:br|gz))?$">\n        Header merge Vary Accept-Encoding\n    </FilesMatch>\n` : ''}</IfModule>
${isCompressed ? `RemoveType .br .gz\nAddEncoding br .br\nAddEncoding gzip .gz\n` : ''}<IfModule mod_rewrite.c>
    RewriteEngine On
    RewriteOptions AllowNoSlash
    DirectorySlash Off
${schemeRules(site)}    RewriteRule "(?:^|/)\\.(?!well-known/)" - [R=404,L]
    RewriteCond %{REQUEST_FILENAME} -d
    RewriteCond %{REQUEST_FILENAME}/index.html !-f
    RewriteRule ^ - [R=404,L]
    RewriteCond %{REQUEST_FILENAME} -d
    RewriteCond %{REQUEST_URI} "[^/]$"
    RewriteRule ^ "${ORIGIN}%{REQUEST_URI}/" [R=301,L]
${isCompressed ? compressedRules() : ''}    RewriteCond %{REQUEST_FILENAME} -f [OR]
    RewriteCond %{REQUEST_FILENAME} -d
    RewriteRule ^ - [L]
${copyRules(base, addresses).join('\n')}
</IfModule>
`
}

/** Keeps the reader's scheme, from the proxy's header or the site's own address. */
function schemeRules(site: string): string {
  const { protocol, host } = site ? new URL(site) : { protocol: '', host: '' }
  const isOwn = protocol === 'https:' ? `    RewriteCond %{HTTP_HOST} "=${host}" [NC,OR]\n` : ''
  return `    RewriteRule ^ - [E=ASKED_SCHEME:%{REQUEST_SCHEME}]
${isOwn}    RewriteCond %{HTTP:X-Forwarded-Proto} "^https\\b" [NC]
    RewriteRule ^ - [E=ASKED_SCHEME:https]
`
}

const compressedRules = (): string =>
  Object.entries({ br: 'br', gz: 'gzip' })
    .map(([ending, encoding]) => {
      const accepted = `RewriteCond %{HTTP:Accept-Encoding} "\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))" [NC]`
      return `    ${accepted}
    RewriteCond %{REQUEST_FILENAME}.${ending} -f
    RewriteRule "^(.+\\.(?:${TEXTS}))$" "$1.${ending}" [L]
    ${accepted}
    RewriteCond %{REQUEST_FILENAME}/index.html.${ending} -f
    RewriteRule "^((?:.+/)?)$" "$1index.html.${ending}" [L]
`
    })
    .join('')

/** The redirects to copies. An additional rule per kind of title skips that kind's rules for other addresses. */
function copyRules(base: string, addresses: HostSite['addresses']): string[] {
  const ruleOf = (pattern: string, path: string): string =>
    `    RewriteRule ${written(`^${pattern}$`)} "${path.startsWith('/') ? ORIGIN : ''}${targetOf(base, path)}" [R=301,L]`
  const ids = idRules(addresses).flatMap(({ words, rest, folder }) => [
    `    RewriteCond "%{DOCUMENT_ROOT}${base}${folder.slice(1)}$1/index.html" -f`,
    ruleOf(`(?i:${alternatives(words)})/${rest}`, `${folder}$1/`),
  ])
  const documents = Array.from(addresses.documents, ([guid, path]) => ruleOf(`(?i:document)/${regexOf(guid)}(?:/.*)?`, path))
  const pages = pagePatterns(addresses).slice(0, MAX_TITLES)
  const some = { ...addresses, titles: addresses.titles.slice(0, MAX_TITLES) }
  const titles = titleRules(some).flatMap(({ words, titles }) => {
    const patterns = titlePatterns(titles.filter(({ title }) => isWritable(title)))
    const rules = patterns.map(({ pattern, isAnyCase, path }) => ruleOf(`[^/]+/${isAnyCase ? `(?i:${pattern})` : pattern}/?`, path))
    return [`    RewriteRule ${written(`!^(?i:${alternatives(words)})/`)} - [S=${rules.length}]`, ...rules]
  })
  return [...pages.map(({ pattern, path }) => ruleOf(`(?i:${pattern})`, path)), ...ids, ...documents, ...titles]
}

/** mod_rewrite does not unescape quotes and backslashes: characters that would end a pattern are written as numbers. */
const written = (pattern: string): string => pattern.replaceAll(' ', '\\x20').replaceAll('"', '\\x22')
