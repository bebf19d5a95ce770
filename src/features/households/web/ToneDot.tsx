import type { Tone } from '#features/today/answer.ts';

const COLOURS: Record<Tone, string> = {
  alarm: 'bg-danger',
  bad: 'bg-danger',
  late: 'bg-gold-line',
  open: 'bg-gold',
  quiet: 'bg-line-strong',
  good: 'bg-listen',
};

/** How loud something is, in a colour; what it means stands beside it in words. */
export function ToneDot({ tone }: { tone: Tone }) {
  return (
    <span
      aria-hidden="true"
      className={`mt-1.5 size-3.5 flex-none rounded-full border border-ink/40 ${COLOURS[tone]}`}
    />
  );
}
