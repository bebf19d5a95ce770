/** How far the ends of the mouth are above its middle, from -2 to 2. */
export type Mood = -2 | -1 | 0 | 1 | 2;

/** A face whose mouth says it; the word beside it says it too. */
export function Face({ mood }: { mood: Mood }) {
  const middle = 64 + mood * 7;
  const ends = 64 - mood * 4;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="size-14 flex-none tablet:size-16">
      <circle cx="50" cy="50" r="44" className="fill-[#d6def6] stroke-ink" strokeWidth="6" />
      <circle cx="34" cy="40" r="6" className="fill-ink" />
      <circle cx="66" cy="40" r="6" className="fill-ink" />
      <path
        d={`M30 ${ends} Q50 ${middle} 70 ${ends}`}
        className="fill-none stroke-ink"
        strokeWidth="7"
        strokeLinecap="round"
      />
    </svg>
  );
}
