// A thread that decodes strangers' pictures, one message each. What a picture can reach is the memory of a WebAssembly module: no file,
// no network, no environment. Whatever it throws ends the thread; see sandbox/picture-thread.ts.
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { initPhoton, PhotonImage } from '@cf-wasm/photon/others'
import { averageOf } from './average.ts'
import { withMaxMemory } from '../sandbox/bounded-memory.ts'

/** Two million pixels take 40 MB on their way through the decoder. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024

const code = readFileSync(new URL(import.meta.resolve('@cf-wasm/photon/photon.wasm')))
initPhoton.sync({ module: new WebAssembly.Module(Buffer.from(withMaxMemory(code, MAX_MEMORY_BYTES))) })

/** What decoding a picture came to: its average colour (0xRRGGBB), or why it has none. */
export type Decoded = number | 'transparent'

function colourOf(bytes: Uint8Array): Decoded {
  const image = PhotonImage.new_from_byteslice(bytes)
  const pixels = image.get_raw_pixels()
  image.free()
  return averageOf(pixels) ?? 'transparent'
}

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(colourOf(bytes)))
parentPort?.postMessage('ready')
