import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { refuseFullDisk } from '../../disk/free-space.ts'
import { ContentError, UsageError } from '../../errors.ts'
import { formatOf, hasSum, refuseUnmanaged, refuseUnmanagedSum, writeSum } from '../bundle-file.ts'
import { InputFile, sha256OfPieces } from '../input-file.ts'
import { writeOutput } from '../output-file.ts'
import { readDirectory } from '../zip/zip-reader.ts'
import { type DeltaDescription, readDescription } from './description.ts'
import { rebuildZim } from './zim-delta.ts'
import { rebuildZip } from './zip-delta.ts'
import { SIGNATURES } from '../sign.ts'
import { openWorkspace, type Workspace } from '../workspace.ts'

/**
 * Rebuilds the new bundle from an old one and a delta, byte for byte, replacing the old one or as another file. Nothing is replaced before
 * the new bundle is complete and has the right SHA-256; an up-to-date bundle is kept. Throws a {@link UsageError} if the delta is for
 * another bundle, a {@link ContentError} if it is damaged. Returns when the content of both was crawled, whether they differ, and the
 * signatures next to the new one, which may be of the old one.
 */
export async function applyDelta(given: { delta: string; old: string; out?: string }, signal?: AbortSignal) {
  const { old: oldPath, out } = given
  const delta = new InputFile(given.delta)
  try {
    const description = readDescription(delta, formatOf(delta) === 'zip' ? readDirectory(delta).entries : [])
    const old = new InputFile(oldPath)
    const path = out ?? realpathSync(oldPath)
    const { of: format, from, to } = description
    let workspace: Workspace | undefined
    try {
      const sha256 = await old.sha256(signal)
      const isNew = sha256 === to.sha256 && out === undefined
      if (!isNew && sha256 !== from.sha256) throw wrongBundle(old, sha256, delta, description)
      refuseUnmanaged(path, format)
      // The old bundle may be named by a link, which also has a sum file next to it.
      const summed = out === undefined && path !== oldPath && hasSum(oldPath) ? [path, oldPath] : [path]
      for (const name of summed) refuseUnmanagedSum(name)
      workspace = await openWorkspace(path)
      if (!isNew) await rebuild({ old, delta, path, part: workspace.part }, description, signal)
      for (const name of summed) writeSum(name, to.sha256)
      const signatures = summed.flatMap((name) => SIGNATURES.map((ending) => `${name}${ending}`)).filter((name) => existsSync(name))
      return { format, path, bytes: to.bytes, sha256: to.sha256, from: from.date, to: to.date, isChanged: !isNew, signatures }
    } finally {
      old.close()
      await workspace?.remove()
    }
  } finally {
    delta.close()
  }
}

async function rebuild(
  { old, delta, path, part }: { old: InputFile; delta: InputFile; path: string; part: string },
  description: DeltaDescription,
  signal?: AbortSignal,
): Promise<void> {
  if (existsSync(path) && realpathSync(path) === realpathSync(delta.path))
    throw new UsageError(`${path} is the delta itself, which the new bundle would replace. Name another \`out\`.`, { option: 'out', path })
  await refuseFullDisk(dirname(path), description.to.bytes)
  const options = { part, maxBytes: description.to.bytes, like: existsSync(path) ? path : old.path }
  try {
    await writeOutput(path, options, async (file) => {
      await (description.of === 'zip' ? rebuildZip : rebuildZim)(file, old, delta, description, signal)
      if ((await sha256OfPieces(file.pieces(), signal)) !== description.to.sha256) throw wrongResult(delta.path)
      // Windows cannot replace an open file.
      old.close()
    })
  } catch (error) {
    throw error instanceof ContentError && error.code === 'ERR_BUNDLE_TOO_LARGE' ? wrongResult(delta.path) : error
  }
}

function wrongBundle(old: InputFile, sha256: string, delta: InputFile, { from, to }: DeltaDescription): UsageError {
  const why =
    sha256 === to.sha256
      ? `${old.path} is the new bundle already: copy it, or leave out \`out\`.`
      : `${delta.path} is for another bundle: ${from.name} of ${from.date.slice(0, 10)} with ${from.bytes} bytes and the SHA-256 ${from.sha256}. ${old.path} has ${old.bytes} bytes and the SHA-256 ${sha256}.`
  return new UsageError(why, { code: 'ERR_DELTA_OTHER', path: old.path })
}

const wrongResult = (path: string): ContentError =>
  new ContentError(`${path} does not make the bundle that it was made for: it is damaged. Nothing was replaced; copy the delta again.`, {
    code: 'ERR_BUNDLE_DAMAGED',
    path,
  })
