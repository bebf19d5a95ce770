import { type RefObject, useContext, useEffect, useRef } from 'react';
import { TabLeads } from '#kit/web/tab-leader.ts';
import { chimeSounder, isSoundUnlocked, useSoundUnlocked } from '#kit/web/voice/chime.ts';
import { say, silenceVoice } from '#kit/web/voice/voice.ts';
import { repetitionAt, SOUNDING_LASTS, type Sounder, soundsIn, startAlarm } from './alarm.ts';

interface AlarmWish {
  /** Which reminder stands; undefined for none. */
  readonly key: string | undefined;
  /** Whether its tones are wanted. */
  readonly isWanted: boolean;
  /** What is said after the tones, or in their place; undefined for nothing. */
  readonly words: string | undefined;
  /** Whether it is being answered: that is silent at once, and ends the sounding. */
  readonly isAnswered: boolean;
  readonly repeatMinutes: number;
}

/**
 * Sounds while an unanswered reminder stands, of several tabs in one, and then says its words. True:
 * it would, but the browser still blocks it.
 */
export function useAlarm({ key, isWanted, words, isAnswered, repeatMinutes }: AlarmWish): boolean {
  const isUnlocked = useSoundUnlocked();
  const isOurs = useContext(TabLeads);
  const openedAt = useRef(0);
  /** The browser has blocked every sound of this reminder so far. */
  const wasBlocked = useRef(false);
  useEffect(() => {
    if (key !== undefined) openedAt.current = performance.now();
  }, [key]);
  useEffect(() => {
    // Only the tab that leads sounds.
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
      if (latestMessage.current !== undefined) say('urgent', latestMessage.current);
    };
    const sounder = isWanted ? { ...chimeSounder, ends: tell } : { ...NO_TONES, begins: tell };
    const repetition = repetitionAt(elapsed + firstIn, repeatMinutes);
    const stop = startAlarm(sounder, firstIn, repeatMinutes, repetition);
    return () => {
      // First of all: no label that waited behind the words is said in their place.
      silenceVoice();
      stop();
    };
  }, [calls, isWanted, key, repeatMinutes]);
  useSoundingMark(isAnswered ? undefined : key, openedAt, repeatMinutes);
  return key !== undefined && isWanted && !isUnlocked;
}

/**
 * The page says for how long the alarm sounds, also where it is not heard: for whom that is, the
 * screen flashes instead.
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

/** Where the alarm is switched off, its words come when it would sound. */
const NO_TONES: Sounder = { tone: () => undefined, silence: () => undefined };
