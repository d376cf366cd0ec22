/** The smallest `most` of the numbers, in order. The numbers themselves are moved about; only a part of them is sorted (quickselect). */
export function smallest(numbers: Float64Array, most: number): Float64Array {
  let [low, high] = [0, numbers.length - 1]
  const last = Math.min(most, numbers.length) - 1
  while (low < high && last >= 0) {
    const pivot = numbers[(low + high) >>> 1] ?? 0
    let [left, right] = [low, high]
    while (left <= right) {
      while ((numbers[left] ?? pivot) < pivot) left++
      while ((numbers[right] ?? pivot) > pivot) right--
      if (left > right) break
      const moved = numbers[left] ?? 0
      numbers[left++] = numbers[right] ?? 0
      numbers[right--] = moved
    }
    if (last <= right) high = right
    else if (last >= left) low = left
    else break
  }
  return numbers.subarray(0, last + 1).sort()
}
