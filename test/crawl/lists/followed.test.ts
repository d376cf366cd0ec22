import { expect, test } from 'vitest'
import { readReport } from '../../../src/cache/report.ts'
import { PIXEL } from '../server.ts'
import { crawlSmall, guide } from '../small-service.ts'

test('pictures that only a list names are copied while it is read, several at a time, however many there are', async () => {
  const pictures = Array.from({ length: 120 }, (_, at) => `/media/${at}.gif`)
  const teams = pictures.map((standard, at) => ({ teamid: at + 1, name: 'T', image: { id: at + 1, standard } }))
  let [open, most] = [0, 0]
  const another = Promise.withResolvers<undefined>()
  const { reader, service } = await crawlSmall({
    options: { sizes: ['standard'] },
    guides: [guide(1)],
    answers: { '/teams': teams },
    before(_, response, { pathname }) {
      if (!pathname.startsWith('/media/')) return false
      most = Math.max(most, ++open)
      // The first picture waits for another one.
      if (most > 1) another.resolve(undefined)
      void another.promise.then(() => {
        open--
        response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL)
      })
      return true
    },
  })
  expect(pictures.filter((path) => !reader.media(path))).toEqual([])
  expect(most).toBeGreaterThan(1)
  const firstPicture = service.asked.findIndex((path) => path.startsWith('/media/'))
  const lastPage = service.asked.findLastIndex((path) => path.startsWith('/api/2.0/teams?'))
  expect(firstPicture).toBeLessThan(lastPage)
})

test('the languages that a list of guides names are expected in the report, those of another list are not', async () => {
  const { cache } = await crawlSmall({
    options: { media: 'none' },
    guides: [guide(1, { locale: 'de' }), guide(2, { locale: 'fr' })],
    answers: { '/teams': [{ teamid: 1, name: 'T', locale: 'it' }] },
  })
  const { languages } = (await readReport(cache)) ?? {}
  expect(languages).toEqual({ guide: { de: { expected: 1, got: 1 }, fr: { expected: 1, got: 1 } } })
})
