import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import sharp from 'sharp'
import { VIDEO, videoFrame } from './video.ts'

/** True when this machine can encode the video. */
export function hasFfmpeg(): boolean {
  return spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
}

/** Draws the film frame by frame and encodes it to two files. Needs ffmpeg; rejects with its last words when it fails. */
export async function makeFilm(files: { mp4: string; webm: string }): Promise<void> {
  const { width, height, framesPerSecond, durationMs } = VIDEO
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(framesPerSecond), '-i', '-']
  const exact = ['-pix_fmt', 'yuv420p', '-threads', '1', '-fflags', '+bitexact', '-flags:v', '+bitexact']
  const mp4 = [
    '-c:v',
    'libx264',
    '-profile:v',
    'baseline',
    '-level',
    '3.0',
    '-preset',
    'slow',
    '-crf',
    '27',
    '-movflags',
    '+faststart',
    ...exact,
    files.mp4,
  ]
  const webm = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '40', '-deadline', 'good', '-cpu-used', '2', ...exact, files.webm]
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...mp4, ...webm], { stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  ffmpeg.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const ended = once(ffmpeg, 'close')
  for (let frame = 0; frame < (durationMs / 1000) * framesPerSecond; frame += 1) {
    const svg = Buffer.from(videoFrame((frame * 1000) / framesPerSecond))
    const pixels = await sharp(svg).resize(width, height).flatten().removeAlpha().raw().toBuffer()
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`ffmpeg could not encode the film (exit code ${code}): ${complaint.trim()}`)
}
