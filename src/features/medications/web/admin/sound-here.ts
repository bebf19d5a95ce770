import { createStore } from '#platform/web/create-store.ts';
import { readLocal, writeLocal } from '#platform/web/local-values.ts';
import { useLeadingTab } from '#platform/web/tab-leader.ts';
import { useIsSmall } from '#platform/web/use-is-small.ts';
import { useSoundUnlocked } from '#platform/web/voice/chime.ts';
import type { UpcomingMedication } from '../../contract.ts';
import { useUpcomingMedications } from '../todays-doses.ts';
import { useDayAlert } from '../use-day-alert.ts';

const PLACE = 'medications-tab-sound';

const NONE: readonly UpcomingMedication[] = [];

const chosen = createStore(readLocal(PLACE));

/** True if the Medications tab may sound in this browser. Default: on, except on a phone. */
export function useSoundHere(): boolean {
  const choice = chosen.useValue();
  const isSmall = useIsSmall();
  return choice === null ? !isSmall : choice === 'on';
}

export function setSoundHere(isOn: boolean): void {
  const choice = isOn ? 'on' : 'off';
  writeLocal(PLACE, choice);
  chosen.set(choice);
}

/**
 * Sounds the alert while this tab of the panel is open. If it is open in several browser tabs, only
 * one of them sounds.
 */
export function useSoundOfDoses(): void {
  const { data = NONE } = useUpcomingMedications();
  const isOn = useSoundHere();
  const leads = useLeadingTab('medications-tab', useSoundUnlocked());
  useDayAlert(data, isOn && leads);
}
