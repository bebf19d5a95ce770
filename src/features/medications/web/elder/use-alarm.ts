import { type RefObject, useContext, useEffect, useRef } from 'react';
import { TabLeads } from '#platform/web/tab-leader.ts';
import { chimeSounder, isSoundUnlocked, useSoundUnlocked } from '#platform/web/voice/chime.ts';
import { silenceVoice, speakText } from '#platform/web/voice/voice.ts';
import { repetitionAt, SOUNDING_LASTS, type Sounder, soundsIn, startAlarm } from './alarm.ts';

interface AlarmWish {
  /** Identifies the shown reminder; undefined if there is none. */
  readonly key: string | undefined;
  readonly isWanted: boolean;
  /** The text that is spoken after the tones, or instead of them; undefined for no speech. */
  readonly words: string | undefined;
  /**
   * True while the reminder is being answered: the alarm stops at once and does not resume before
   * its next repetition.
   */
  readonly isAnswered: boolean;
  readonly repeatMinutes: number;
}

/**
 * Sounds while an unanswered reminder is shown, in only one of several tabs, and then speaks its
 * text. Returns true if the browser blocks the sound.
 */
export function useAlarm({ key, isWanted, words, isAnswered, repeatMinutes }: AlarmWish): boolean {
  const isUnlocked = useSoundUnlocked();
  const isOurs = useContext(TabLeads);
  const openedAt = useRef(0);
  /** True if the browser has blocked every sound of this reminder so far. */
  const wasBlocked = useRef(false);
  useEffect(() => {
    if (key !== undefined) openedAt.current = performance.now();
  }, [key]);
  useEffect(() => {
    // Set only in the leading tab, because the other tabs do not sound.
    wasBlocked.current = key !== undefined && isOurs && !isSoundUnlocked();
  }, [key, isOurs]);
  useEffect(() => {
    if (isAnswered) {
      openedAt.current = performance.now() - SOUNDING_LASTS;
      wasBlocked.current = false;
    }
  }, [isAnswered]);
  const latestMessage = useRef(words);
  useEffect(() => {
    latestMessage.current = words;
  });
  const calls = key !== undefined && isUnlocked && isOurs && !isAnswered;
  useEffect(() => {
    if (!calls || key === undefined) return;
    const elapsed = performance.now() - openedAt.current;
    const firstIn = soundsIn(elapsed, repeatMinutes, wasBlocked.current);
    wasBlocked.current = false;
    if (firstIn === undefined) return;
    const tell = () => {
      if (latestMessage.current !== undefined) speakText('urgent', latestMessage.current);
    };
    const sounder = isWanted ? { ...chimeSounder, ends: tell } : { ...NO_TONES, begins: tell };
    const repetition = repetitionAt(elapsed + firstIn, repeatMinutes);
    const stop = startAlarm(sounder, firstIn, repeatMinutes, repetition);
    return () => {
      // Cancels the speech before the alarm, so that no queued utterance is spoken in its place.
      silenceVoice();
      stop();
    };
  }, [calls, isWanted, key, repeatMinutes]);
  useSoundingMark(isAnswered ? undefined : key, openedAt, repeatMinutes);
  return key !== undefined && isWanted && !isUnlocked;
}

/**
 * Marks the page while the alarm sounds, even if it is muted, so that the screen can flash
 * for people with hearing loss.
 */
function useSoundingMark(
  key: string | undefined,
  openedAt: RefObject<number>,
  repeatMinutes: number,
): void {
  useEffect(() => {
    if (key === undefined) return;
    const firstIn = soundsIn(performance.now() - openedAt.current, repeatMinutes);
    if (firstIn === undefined) return;
    const mark = (isOn: boolean) => document.documentElement.toggleAttribute('data-sounding', isOn);
    const flash = { ...NO_TONES, begins: () => mark(true), silence: () => mark(false) };
    return startAlarm(flash, firstIn, repeatMinutes);
  }, [key, openedAt, repeatMinutes]);
}

/**
 * Replaces the alarm if it is switched off: no tones, but the text is still spoken at the times at
 * which the alarm would sound.
 */
const NO_TONES: Sounder = { tone: () => undefined, silence: () => undefined };
