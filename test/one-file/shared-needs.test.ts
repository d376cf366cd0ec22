import { expect, test } from 'vitest'
import { type ListedGuide, type Need, sharedNeeds } from '../../src/one-file/shared-needs.ts'

const need = (name: string, more: Partial<Need> = {}): Need => ({
  name,
  isPart: false,
  isOptional: false,
  quantity: 1,
  isBefore: false,
  ...more,
})
const guide = (path: string, needs: Need[], before: string[] = []): ListedGuide => ({ path, title: path, before, needs })
const battery = { isPart: true, quantity: 2 }

test('parts of several guides add up, a tool is needed once, and optional things come last', () => {
  const guides = [
    guide('/1/', [need('Spudger', { isOptional: true }), need('Battery', battery), need('Clamp', { quantity: 2 })]),
    guide('/2/', [need('battery', battery), need('clamp'), need('Cloth')]),
  ]
  const found = sharedNeeds(guides, 'en').map(({ name, quantity, guides }) => [name.toLowerCase(), quantity, guides.length])
  expect(found).toEqual([
    ['battery', 4, 2],
    ['clamp', 2, 2],
    ['cloth', 1, 1],
    ['spudger', 1, 1],
  ])
})

test('what a guide to do first needs is counted once if that guide is on the list too', () => {
  const first = guide('/1/', [need('Battery', battery)])
  const second = guide('/2/', [need('Battery', { ...battery, isBefore: true })], ['/1/'])
  expect(sharedNeeds([first, second], 'en').map(({ quantity }) => quantity)).toEqual([2])
  expect(sharedNeeds([second], 'en').map(({ quantity }) => quantity)).toEqual([2])
})
