/**
 * True if the answer to a write comes from the server, which always returns the created object with
 * its id.
 */
export function returnsCreated(answer: unknown): boolean {
  const isMade = typeof answer === 'object' && answer !== null && 'id' in answer;
  return isMade && typeof answer.id === 'string' && answer.id !== '';
}
