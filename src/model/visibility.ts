/** True for an answer or a list's item that says of itself that it is private, in any of PHP's ways. Only guides are specified to say so. */
export function saysPrivate(answer: unknown): boolean {
  if (typeof answer !== 'object' || !answer || !('public' in answer)) return false
  return answer.public === false || answer.public === 0 || answer.public === '0'
}
