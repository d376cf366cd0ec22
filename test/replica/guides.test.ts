import { describe, expect, test } from 'vitest'
import { ask, record, serve, serveSample } from './peer.ts'

interface Detail {
  guideid: number
  langid: string
  title: string
  steps: { guideid: number; orderby: number; stepid: number }[]
}

const stepsOf = (guideid: number) => [1, 2].map((orderby) => ({ guideid, orderby, stepid: guideid * 10 + orderby }))
const detail = (guideid: number, prerequisites: number[], rest: object = {}, lang?: string) => {
  const body = { guideid, title: `Guide ${guideid}`, prerequisites: prerequisites.map((id) => ({ guideid: id })), steps: stepsOf(guideid) }
  return record('guide', guideid, { ...body, ...rest }, lang)
}
const stepids = async (service: Awaited<ReturnType<typeof serve>>, path: string) =>
  ((await ask(service, path)).body as Detail).steps.map(({ stepid }) => stepid)

describe('prerequisites', () => {
  const chain = [
    detail(1, [2, 3]),
    detail(2, [3]),
    detail(3, []),
    detail(4, [5]),
    detail(5, [4]),
    detail(6, [7, 8]),
    detail(7, [], { public: false }),
  ]

  test('have their steps before those of the guide, deepest first and each once, with their own guideid and orderby', async () => {
    const { steps } = (await ask(await serve({ records: chain }), '/guides/1')).body as Detail
    expect(steps).toEqual([3, 2, 1].flatMap(stepsOf))
  })

  test('are omitted if excluded, even with "=false"', async () => {
    const service = await serve({ records: chain })
    for (const query of ['excludePrerequisiteSteps', 'excludePrerequisiteSteps=true', 'excludePrerequisiteSteps=false'])
      expect(await stepids(service, `/guides/1?${query}`)).toEqual([11, 12])
  })

  test('in a circle do not recurse endlessly', async () => {
    expect(await stepids(await serve({ records: chain }), '/guides/4')).toEqual([51, 52, 41, 42])
  })

  test('that are private or not cached are left out', async () => {
    expect(await stepids(await serve({ records: chain }), '/guides/6')).toEqual([61, 62])
  })
})

describe('a guide', () => {
  test('is served byte for byte if it contains no media', async () => {
    const body = '{"guideid":1,"url":"https:\\/\\/repair.example\\/Guide\\/1","modified_date":1.0,"steps":[]}\n'
    const response = await fetch(`${(await serve({ records: [{ kind: 'guide', id: '1', body }] })).api}/guides/1`)
    expect(await response.text()).toBe(body)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('is served in the requested language, otherwise in the source language with 200', async () => {
    const records = [detail(1, [], { langid: 'en' }), ...['de', 'ja'].map((langid) => detail(1, [], { langid }, langid))]
    const service = await serve({ records })
    const langids = ['', '?langid=de', '?langid=DE', '?langid=jp', '?langid=fr', '?langid=en', '?langid=']
    const answers = await Promise.all(langids.map((query) => ask(service, `/guides/1${query}`)))
    expect(answers.map(({ status, body }) => [status, (body as Detail).langid])).toEqual(
      ['en', 'de', 'de', 'ja', 'en', 'en', 'en'].map((lang) => [200, lang]),
    )
  })

  test('is the version that was copied, with unpatrolled as well', async () => {
    const service = await serve({ records: [detail(1, [], { revisionid: 5 }), record('wiki', 'INFO/About', { revisionid: 6 })] })
    for (const query of ['', '?unpatrolled', '?unpatrolled=true']) {
      expect(await ask(service, `/guides/1${query}`)).toMatchObject({ status: 200, body: { revisionid: 5 } })
      expect(await ask(service, `/wikis/INFO/About${query}`)).toMatchObject({ status: 200, body: { revisionid: 6 } })
    }
  })

  test('is 404 if missing, and 422 if its id is invalid', async () => {
    const service = await serveSample()
    expect(await ask(service, '/guides/999999')).toEqual({
      status: 404,
      body: { error: true, message: 'Guide 999999 is not in this cache.' },
    })
    expect((await ask(service, '/guides/99999999999999999999')).status).toBe(422)
    expect(await ask(service, '/guides/kettle')).toMatchObject({ status: 422, body: { errors: [{ field: 'guideid' }] } })
  })
})

describe('tags of a guide', () => {
  test('are the stored ones, or those in the list', async () => {
    const records = [detail(1, []), detail(2, []), detail(3, []), detail(4, []), record('guide-tags', 1, ['stored'])]
    const list = [{ guideid: 1, tags: ['listed'] }, { guideid: 2, tags: ['listed'] }, { guideid: 3, tags: false }, { guideid: 4 }]
    const service = await serve({ records, lists: { guides: list } })
    const answers = await Promise.all([1, 2, 3, 4].map((id) => ask(service, `/guides/${id}/tags`)))
    expect(answers.map(({ body }) => body).slice(0, 3)).toEqual([['stored'], ['listed'], []])
    expect(answers[3]?.status).toBe(404)
  })

  test('of one that is gone are not served', async () => {
    expect((await ask(await serveSample(), '/guides/999999/tags')).status).toBe(403)
  })
})
