import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { recordPath } from '../../../src/cache/layout.ts'
import { type TreeFigures, runTree } from './process-tree.ts'

const MODULES = resolve(import.meta.dirname, '../../../node_modules')

const CONFIG = `export default { experimental: { incrementalBuild: true }, build: { concurrency: 16 } }\n`

/** A guide as plain HTML, kept for as long as its record has the same bytes. */
const pageOf = (files: string): string => `---
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
export function getStaticPaths() {
  const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')
  return JSON.parse(readFileSync(${JSON.stringify(files)}, 'utf8')).map(([id, file]) => ({ params: { id }, props: { file }, cacheKey: digest(file) }))
}
const guide = JSON.parse(readFileSync(Astro.props.file, 'utf8'))
---
<html><head><title>{guide.title}</title></head><body><h1>{guide.title}</h1><p>{guide.summary}</p><Fragment set:html={guide.introduction_rendered} />
{guide.steps.map((step) => <section id={'s' + step.stepid}><h2>{step.title}</h2>
{(step.media?.data ?? []).map((picture) => <img src={picture.standard} alt="">)}
<ul>{step.lines.map((line) => <li class={line.bullet} set:html={line.text_rendered} />)}</ul></section>)}
<Fragment set:html={guide.conclusion_rendered} />{guide.comments.map((comment) => <article set:html={comment.text_rendered} />)}</body></html>
`

/** The guides of a made-up site, alone, as a project of Astro with its own incremental build: each call builds it once more. */
export function astroProject(folder: string, cache: string, guides: number): () => Promise<TreeFigures> {
  mkdirSync(join(folder, 'src/pages/guide'), { recursive: true })
  symlinkSync(MODULES, join(folder, 'node_modules'))
  const files = Array.from({ length: guides }, (_, at) => [String(at + 1), join(cache, recordPath({ kind: 'guide', id: String(at + 1) }))])
  writeFileSync(join(folder, 'files.json'), JSON.stringify(files))
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}')
  writeFileSync(join(folder, 'astro.config.mjs'), CONFIG)
  writeFileSync(join(folder, 'src/pages/guide/[id].astro'), pageOf(join(folder, 'files.json')))
  return () => runTree(process.execPath, [join(MODULES, 'astro/bin/astro.mjs'), 'build', '--silent'], { cwd: folder })
}
