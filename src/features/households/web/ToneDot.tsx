import type { Tone } from '#features/today/domain/answer.ts';

const COLOURS: Record<Tone, string> = {
  alarm: 'bg-danger',
  bad: 'bg-danger',
  late: 'bg-gold-line',
  open: 'bg-gold',
  quiet: 'bg-line-strong',
  good: 'bg-listen',
};

/** A dot in the color of a tone; the text next to it has the meaning. */
export function ToneDot({ tone }: { tone: Tone }) {
  return (
    <span
      aria-hidden="true"
      className={`mt-1.5 size-3.5 flex-none rounded-full border border-ink/40 ${COLOURS[tone]}`}
    />
  );
}
