import { expect, test } from 'vitest'
import { RequestError, UnauthorisedError } from '../../src/errors.ts'
import { Admission } from '../../src/fetch/client.ts'

test('before its first answer a service is open to nobody, and is not asked', async () => {
  const asked: string[] = []
  const admission = new Admission((url) => Promise.resolve(asked.push(url)))
  await expect(admission.isOpen()).resolves.toBe(false)
  expect(asked).toEqual([])
})

test('the first address that was answered is asked again, once for all who wait, and anew later', async () => {
  const asked: string[] = []
  const admission = new Admission((url) => Promise.resolve(asked.push(url)))
  admission.opened('/first')
  admission.opened('/second')
  expect(await Promise.all([admission.isOpen(), admission.isOpen()])).toEqual([true, true])
  expect(asked).toEqual(['/first'])
  await admission.isOpen()
  expect(asked).toEqual(['/first', '/first'])
})

test.each<[string, Error]>([
  ['wants a token', new UnauthorisedError('401')],
  ['fails', new RequestError('failed', '500')],
])('a service that %s at its first address is open no more', async (_, error) => {
  const admission = new Admission(() => Promise.reject(error))
  admission.opened('/first')
  await expect(admission.isOpen()).resolves.toBe(false)
})

test('a fault of anything else is no answer', async () => {
  const admission = new Admission(() => Promise.reject(new TypeError('broken')))
  admission.opened('/first')
  await expect(admission.isOpen()).rejects.toThrow('broken')
})
