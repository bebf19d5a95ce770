import bell from '@phosphor-icons/core/assets/duotone/bell-duotone.svg?raw';
import dots from '@phosphor-icons/core/assets/duotone/dots-three-circle-duotone.svg?raw';
import figure from '@phosphor-icons/core/assets/duotone/person-arms-spread-duotone.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import stethoscope from '@phosphor-icons/core/assets/duotone/stethoscope-duotone.svg?raw';
import people from '@phosphor-icons/core/assets/duotone/users-three-duotone.svg?raw';
import type { EventType } from '../domain/event-kinds.ts';

interface EventLook {
  readonly word: string;
  readonly icon: string;
  /** Color class of the icon on a card. */
  readonly ink: string;
  /** Color classes of the icon's background and of the icon on it. */
  readonly plate: string;
}

export const EVENT_VARIANTS: Record<EventType, EventLook> = {
  appointment: {
    word: 'Appointment',
    icon: stethoscope,
    ink: 'text-call',
    plate: 'bg-call-tint text-call',
  },
  medication: {
    word: 'Medication',
    icon: pill,
    ink: 'text-read',
    plate: 'bg-read-tint text-read',
  },
  social: { word: 'Social', icon: people, ink: 'text-photos', plate: 'bg-photos-tint text-photos' },
  exercise: {
    word: 'Exercise',
    icon: figure,
    ink: 'text-listen',
    plate: 'bg-listen-tint text-listen',
  },
  other: { word: 'Other', icon: dots, ink: 'text-myday', plate: 'bg-myday-tint text-myday' },
  reminder: { word: 'Reminder', icon: bell, ink: 'text-gold-line', plate: 'bg-gold-soft text-ink' },
};
