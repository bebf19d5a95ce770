/** Whole seconds as a player and a list show them: 4:52, 1:02:30. */
export function mediaTime(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
