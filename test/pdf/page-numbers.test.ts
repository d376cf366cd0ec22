import { expect, test } from 'vitest'
import { pageNumbers } from '../../src/pdf/page-numbers.ts'

const file = (...objects: string[]) => Buffer.from(`%PDF-1.4\n${objects.map((object) => `${object}\nendobj\n`).join('')}`, 'latin1')

test('places are numbered in the order of the tree of pages, however deep', () => {
  const pdf = file(
    '7 0 obj\n<</Type /Catalog\n/Pages 1 0 R\n/Dests 6 0 R>>',
    '1 0 obj\n<</Type /Pages\n/Count 4\n/Kids [2 0 R 3 0 R]>>',
    '3 0 obj\n<</Type /Pages\n/Parent 1 0 R\n/Kids [5 0 R]>>',
    '2 0 obj\n<</Type /Pages\n/Parent 1 0 R\n/Kids [9 0 R 4 0 R 8 0 R]>>',
    '6 0 obj\n<</guide-1 [4 0 R /XYZ 6 776.25 0]\n/guide-12 [5 0 R /XYZ 6 776.25 0]>>',
    '5 0 obj\n<</Type /Page\n/Kid [1 0 R]>>',
  )
  expect([...pageNumbers(pdf)]).toEqual([
    ['guide-1', 2],
    ['guide-12', 4],
  ])
})

test('a file without such places has none', () => {
  expect(pageNumbers(file('7 0 obj\n<</Type /Catalog\n/Pages 1 0 R>>', '1 0 obj\n<</Kids [2 0 R]>>')).size).toBe(0)
})
