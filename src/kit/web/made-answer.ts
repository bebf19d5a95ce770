/** Whether the server answered a write: it answers with what it made of it, whatever else does not. */
export function tellsWhatWasMade(answer: unknown): boolean {
  const isMade = typeof answer === 'object' && answer !== null && 'id' in answer;
  return isMade && typeof answer.id === 'string' && answer.id !== '';
}
