/** Formats integer seconds as 4:52 or 1:02:30. */
export function mediaTime(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
