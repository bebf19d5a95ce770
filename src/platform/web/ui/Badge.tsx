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

const SIZES = {
  family: 'rounded-badge px-2.5 py-1 text-help',
  elder: 'rounded-[0.875rem] px-3.5 py-1 text-least',
};

export interface BadgeProps {
  tone: BadgeTone;
  icon?: string | undefined;
  size?: keyof typeof SIZES;
  children: ReactNode;
}

/** Shows a state as a word, with an icon so that the state does not depend on the colour. */
export function Badge(props: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-2 font-semibold ${SIZES[props.size ?? 'family']} ${TONES[props.tone]}`}
    >
      {props.icon ? <Icon of={props.icon} className="text-[1.1em]" /> : null}
      {props.children}
    </span>
  );
}
