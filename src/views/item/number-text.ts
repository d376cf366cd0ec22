/** The characters that JSON writes in one byte, without the space. */
const LETTERS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).filter((letter) => letter !== '"' && letter !== '\\')
/** The first so many say that the number goes on: most numbers here are below the 64 that one letter holds. */
const GOING_ON = 28
const ENDING = LETTERS.length - GOING_ON

/** Whole numbers from 0 as text: packed, a fifth less than JSON's. */
export function writeNumbers(numbers: readonly number[]): string {
  return numbers.map(written).join('')
}

function written(number: number): string {
  let text = LETTERS[GOING_ON + (number % ENDING)] ?? ''
  for (let rest = Math.floor(number / ENDING); rest > 0; rest = Math.floor(rest / GOING_ON)) text = (LETTERS[rest % GOING_ON] ?? '') + text
  return text
}

/** Reads what {@link writeNumbers} wrote. */
export function readNumbers(text: string): number[] {
  const numbers: number[] = []
  let begun = 0
  for (const letter of text) {
    const place = LETTERS.indexOf(letter)
    if (place < GOING_ON) begun = begun * GOING_ON + place
    else {
      numbers.push(begun * ENDING + place - GOING_ON)
      begun = 0
    }
  }
  return numbers
}

/** Each number less the one before. */
export const stepsOf = (numbers: readonly number[]): number[] => numbers.map((number, at) => number - (numbers[at - 1] ?? 0))

/** Turns {@link stepsOf} back. */
export function sumsOf(steps: readonly number[]): number[] {
  let sum = 0
  return steps.map((step) => (sum += step))
}
