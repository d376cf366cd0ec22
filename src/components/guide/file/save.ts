import { fileNameOf } from '../../../one-file/file-name.ts'
import { makeOneFile } from '../../../one-file/make.ts'
import type { Shell } from '../../../one-file/shell.ts'
import { fetchInTime } from '../../../trusted/fetch-in-time.ts'
import { say } from '../steps/steps.ts'
import { download } from './share.ts'

/** Wide enough for a phone, and small enough that a guide of twenty steps can be sent. */
const WIDTH_PX = 592

/** Saves this page's guide, with its prerequisites, as one file, and reports the result. */
export async function save(button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  say(button, button.dataset.busy)
  const { save: shell = '' } = button.dataset
  // If the network fails, so may a page or picture: a file without them would look complete.
  const done = await saved(shell).catch(() => false)
  say(button, done ? button.dataset.well : button.dataset.ill)
  button.ariaBusy = 'false'
}

async function saved(shellAddress: string): Promise<boolean> {
  const url = new URL(location.pathname, location.href).href
  const shell = answer(shellAddress).then((found) => found?.json() as Promise<Shell> | undefined)
  // It is awaited last, and something else may fail first.
  shell.catch(() => undefined)
  const file = await makeOneFile({ url, widthPx: WIDTH_PX, date: new Date(), elsewhere: (address) => address }, shell, { page, picture })
  if (!file) return false
  download(new Blob([file.html], { type: 'text/html' }), fileNameOf(file.title))
  return true
}

/** Undefined if it does not exist. */
async function answer(address: string): Promise<Response | undefined> {
  const response = await fetchInTime(address)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response
}

const page = async (address: string): Promise<string | undefined> => (await answer(address))?.text()

/** Hosts may not know the media type of a picture. */
async function picture(address: string, type: string): Promise<string | undefined> {
  const found = await answer(address)
  if (!found) return undefined
  const bytes = new Blob([await found.arrayBuffer()], { type })
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error(`${address} cannot be read`)))
    reader.readAsDataURL(bytes)
  })
}
