import { afterEach, expect, test, vi } from 'vitest'
import { progressOf } from '../../src/components/guide/steps/progress.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each(['', 'x', '{', 'null', '7', '"text"', '[]', '{"ticks":7,"place":7}', '{"ticks":[null,{},7]}', '{"ticks":{"length":1e9}}'])(
  'invalid stored ticks count as none and are overwritten: %j',
  (stored) => {
    const kept = new Map([['guide /g/', stored]])
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
    vi.stubGlobal('localStorage', storage)
    const progress = progressOf('/g/')
    expect([...progress.ticks()]).toEqual([])
    expect(progress.place()).toBe('')
    progress.tick('step-1', true)
    progress.setPlace('step-2')
    expect([...progressOf('/g/').ticks()]).toEqual(['step-1'])
    expect(progressOf('/g/').place()).toBe('step-2')
  },
)
