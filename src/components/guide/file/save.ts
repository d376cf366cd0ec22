import { fileNameOf } from '../../../one-file/file-name.ts'
import { makeOneFile } from '../../../one-file/make.ts'
import type { Shell } from '../../../one-file/shell.ts'
import { downloadFile } from '../../shopping/download-file.ts'
import { say } from '../steps/say.ts'

/** Wide enough for a phone, and a guide of twenty steps stays a file that can be sent. */
const WIDTH_PX = 592

/** Saves the guide of this page, with those to do before it, as one file, and says what became of it. */
export async function save(button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  say(button, button.dataset.busy)
  const shell = button.closest<HTMLElement>('[data-save]')?.dataset.save ?? ''
  // The network may be gone, and a page or picture with it: a file without them would look whole.
  const done = await saved(shell).catch(() => false)
  say(button, done ? button.dataset.well : button.dataset.ill)
  button.ariaBusy = 'false'
}

async function saved(shellAddress: string): Promise<boolean> {
  const url = new URL(location.pathname, location.href).href
  const shell = answer(shellAddress).then((found) => found?.json() as Promise<Shell> | undefined)
  // It is waited for last, and something else may fail first.
  shell.catch(() => undefined)
  const file = await makeOneFile({ url, widthPx: WIDTH_PX, date: new Date(), elsewhere: (address) => address }, shell, { page, picture })
  if (!file) return false
  downloadFile(new Blob([file.html], { type: 'text/html' }), fileNameOf(file.title))
  return true
}

/** Undefined for what is not there. */
async function answer(address: string): Promise<Response | undefined> {
  const response = await fetch(address)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response
}

const page = async (address: string): Promise<string | undefined> => (await answer(address))?.text()

/** Hosts may not know the type of a picture. */
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
