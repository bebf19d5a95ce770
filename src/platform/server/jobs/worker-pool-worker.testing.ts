/** A worker for the tests of the pool: returns, loops endlessly, or fills the memory. */
export function work(told: string): string {
  const kept: unknown[] = [];
  while (told !== 'answer') if (told === 'fill') kept.push(new Array(10_000).fill(told));
  return 'answered';
}
