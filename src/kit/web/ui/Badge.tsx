import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

const TONES = {
  good: 'bg-listen-tint text-listen-deep',
  info: 'bg-call-tint text-call-deep',
  now: 'bg-gold text-ink',
  late: 'bg-late-tint text-late',
  bad: 'bg-danger-tint text-danger-deep',
  plain: 'bg-myday-tint text-myday-deep',
  role: 'bg-photos-tint text-photos-deep',
};

export type BadgeTone = keyof typeof TONES;

/** A state in a word, with an icon that tells the same without colour. */
export function Badge(props: { tone: BadgeTone; icon?: string; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-2 rounded-badge px-2.5 py-1 font-semibold text-help ${TONES[props.tone]}`}
    >
      {props.icon ? <Icon of={props.icon} className="text-[1.1em]" /> : null}
      {props.children}
    </span>
  );
}
