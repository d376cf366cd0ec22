import { safetyHeaders } from '../../policy.ts'
import { API_FOLDER } from '../api.ts'
import { DRAWING, HASHED, IMMUTABLE, MANIFEST_TYPE, PAGEFIND_TYPE, REVALIDATED } from './caching.ts'
import { type Files, type HostSite, MADE_BY, nameOfSite, type TitlePage } from './host-site.ts'
import { alternatives, idRules, isWritable, pagePatterns, regexOf, targetOf, titleRules } from './patterns.ts'

/** nginx accepts these once. They suffice for any site: keys of {@link isWritable} length, and 48,000 titles. */
const SHARED = `# ${MADE_BY} nginx: include this file in the http block once, for all sites that Benchbook has made, before their nginx-http.conf.
map_hash_max_size 262144;
map_hash_bucket_size 1024;
`

/**
 * The files for nginx: shared settings and a site's maps, for its `http` block, and an include for a `server`, whose `root` is the folder
 * that contains the site at its base. Addresses without a file redirect to the copy, if there is one.
 */
export function nginxFiles(site: HostSite): Files {
  const names = namesOf(site)
  return { 'nginx-shared.conf': SHARED, 'nginx-http.conf': httpPart(site, names), 'nginx-server.conf': serverPart(site, names) }
}

/** Variables of a part of an address. */
const [ID, TITLE] = ['benchbook_id', 'benchbook_title']

/** Sites on one server must not share variables, except for the parts of an address: PCRE limits the length of names. */
function namesOf(site: HostSite) {
  const name = nameOfSite(site)
  return { copy: `${name}_copy`, cache: `${name}_cache`, titles: name, missing: `@${name}` }
}
type Names = ReturnType<typeof namesOf>

function httpPart(site: HostSite, names: Names): string {
  const { base, addresses } = site
  const start = regexOf(base)
  const ruleOf = (pattern: string, path: string) => `    ${quoted(`~*^${start}${pattern}$`)} ${targetOf(base, path)};`
  const maps = titleRules(addresses).map(({ kind, words, titles }) => {
    return { words, name: `${names.titles}_${kind.toLowerCase()}`, entries: titleEntries(base, titles) }
  })
  const rules = [
    ...pagePatterns(addresses).map(({ pattern, path }) => ruleOf(pattern, path)),
    ...idRules(addresses).map(({ words, rest, folder }) =>
      ruleOf(`(?:${alternatives(words)})/${rest.replace('([0-9]+)', `(?<${ID}>[0-9]+)`)}`, `${folder}$${ID}/`),
    ),
    ...maps.map(({ words, name }) => ruleOf(`(?:${alternatives(words)})/(?<${TITLE}>.+?)/?`, `$${name}`)),
    ...Array.from(addresses.documents, ([guid, path]) => ruleOf(`document/${regexOf(guid)}(?:/.*)?`, path)),
  ]
  return `# ${MADE_BY} nginx: include this file in the http block after nginx-shared.conf, and nginx-server.conf in the server block.

${maps
  .map(
    ({ name, entries }) => `map $${TITLE} $${name} {
    default "";
${entries.map(({ key, path }) => `    ${quoted(key)} ${path};`).join('\n')}
}

`,
  )
  .join('')}map $uri $${names.copy} {
    default "";
${rules.join('\n')}
}

map $uri $${names.cache} {
    default "${REVALIDATED}";
    "~^${start}media/.*${DRAWING}$" "${REVALIDATED}";
    "~^${start}${HASHED}$" "${IMMUTABLE}";
}
`
}

/** nginx compares case-insensitively and rejects duplicate keys: titles that differ only in case become regular expressions. */
function titleEntries(base: string, titles: readonly TitlePage[]): { key: string; path: string }[] {
  const spelt = titles
    .filter(({ title }) => isWritable(title))
    .flatMap(({ title, path }) => spellingsOf(title).map((spelling) => ({ spelling, path: `${base}${path.slice(1)}` })))
  const groups = Map.groupBy(spelt, ({ spelling }) => spelling.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  return Array.from(groups.values()).flatMap((group) => {
    const [first] = group
    const isPlain =
      first && group.every(({ path }) => path === first.path) && !/^[~\\]|^(?:default|hostnames|include|volatile)$/i.test(first.spelling)
    if (isPlain) return [{ key: first.spelling, path: first.path }]
    const paths = new Map(group.map(({ spelling, path }) => [spelling, path]))
    return Array.from(paths, ([spelling, path]) => ({ key: `~^${regexOf(spelling)}$`, path }))
  })
}

/** The spellings of a title in addresses: with underscores, plus signs or spaces for spaces. */
const spellingsOf = (title: string): string[] => [...new Set(['_', '+', ' '].map((space) => title.replaceAll(' ', space)))]

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Sets the media type; a missing file is a 404. */
const manifest = (indent: string): string => `${indent}location ~ \\.webmanifest$ {
${indent}    types {
${indent}    }
${indent}    default_type ${MANIFEST_TYPE};
${indent}}
`

function serverPart(site: HostSite, names: Names): string {
  const { base, languages, hasApi, isCompressed, hasBrotli, mediaBase } = site
  const headers = Object.entries(safetyHeaders(mediaBase)).map(([name, value]) => `    add_header ${name} "${value}" always;`)
  const cache = `    add_header Cache-Control $${names.cache} always;`
  const copies = isCompressed
    ? `
    gzip_static on;
    gzip_vary on;${hasBrotli ? '\n    brotli_static on;' : ''}`
    : ''
  const api = hasApi
    ? `
    location ^~ ${base}${API_FOLDER}/ {
${headers.map((line) => `    ${line}`).join('\n')}
    ${cache}
        add_header Access-Control-Allow-Origin * always;
        try_files $uri \${uri}index.html ${names.missing};
    }
`
    : ''
  const folders = languages.map(
    (lang) => `
    location ^~ ${base}${lang}/ {
        error_page 404 ${base}${lang}/404.html;
        try_files $uri \${uri}index.html ${names.missing}_${lang.replaceAll('-', '_')};
${manifest('        ')}    }
`,
  )
  return `# ${MADE_BY} nginx: include this file in the server block, and nginx-http.conf in the http block.
# "root" of the server is the folder that contains the site at ${base}
${base === '/' ? '' : `location = ${base.slice(0, -1)} {\n    absolute_redirect off;\n    return 301 ${base};\n}\n`}location ${base} {
    index index.html;
    default_type ${PAGEFIND_TYPE};
    charset utf-8;
    charset_types text/css text/plain text/xml application/javascript text/javascript application/json image/svg+xml;${copies}
${headers.join('\n')}
${cache}
    error_page 404 ${base}404.html;
    try_files $uri \${uri}index.html ${names.missing};

    location ~ /\\.(?!well-known/) {
        return 404;
    }
${manifest('    ')}${api}${folders.join('')}}
${[['', ''] as const, ...languages.map((lang) => [`_${lang.replaceAll('-', '_')}`, `${lang}/`] as const)]
  .map(([suffix, folder]) => missingPart(folder, `${names.missing}${suffix}`, site, names))
  .join('')}`
}

/** Documents on another origin, whose existence nginx cannot check. */
const elsewhere = (copy: string): string => `    if ($${copy} ~ ^https?:) {
        return 301 $${copy};
    }
`

/** What answers a missing file of a folder: a redirect to a copy, or the folder's 404.html. */
const missingPart = (folder: string, named: string, { base, mediaBase }: HostSite, { copy }: Names): string => `
location ${named} {
    absolute_redirect off;
    error_page 404 ${base}${folder}404.html;
    if (-f $document_root$uri/index.html) {
        return 301 $uri/$is_args$args;
    }
${mediaBase ? elsewhere(copy) : ''}    set $benchbook_file $document_root$${copy};
    if (-d $benchbook_file) {
        set $benchbook_file "\${benchbook_file}index.html";
    }
    if ($${copy} = "") {
        set $benchbook_file "";
    }
    if (-f $benchbook_file) {
        return 301 $${copy}$is_args$args;
    }
    return 404;
}
`
