import { USUAL_TOUCH } from '../../src/platform/web/touch/touch-values.ts';
import { addElder } from './people.ts';
import { addMedication, expect, type Family } from './test.ts';

/**
 * Number of touches in one test; each finger that touches the screen counts as one. A test with
 * 2,000 touches takes a quarter of an hour.
 */
const TOUCHES = Number(process.env.TREMOR_TOUCHES ?? 250);

/** Number of touches for settings with which each touch takes longer. */
const FEWER = Math.round(TOUCHES / 4);

export interface Hands {
  readonly touches: number;
  readonly holdMs: number;
  readonly driftPx: number;
  readonly repeatMs: number;
}

/** The default touch settings, and two others that an elder may need. */
export const HANDS: readonly Hands[] = [
  { touches: TOUCHES, ...USUAL_TOUCH },
  { touches: FEWER, holdMs: 300, driftPx: 60, repeatMs: 800 },
  { touches: FEWER, holdMs: 600, driftPx: 80, repeatMs: 1500 },
];

export function wordsOf({ holdMs, driftPx, repeatMs }: Hands): string {
  return `held for ${holdMs} ms, drifting by ${driftPx} px, repeated within ${repeatMs} ms`;
}

/** Sets these touch settings for the household's only elder. */
export async function setFor(family: Family, { touches: _, ...data }: Hands): Promise<void> {
  const id = await addElder(family);
  const answer = await family.request.patch(`/api/accessibility/${id}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Gives a household content on each screen. */
export async function fill(family: Family): Promise<void> {
  const { request } = family;
  for (const [index, time] of ['07:00', '09:00', '09:00', '09:00', '10:40', '20:00'].entries()) {
    await addMedication(family, { name: `Medication ${index}`, times: [time] });
  }
  await addMedication(family, { name: 'Eye drops', frequency: 'as_needed', times: [] });
  for (const id of [1, 2, 3, 4, 5, 6]) {
    await request.post('/api/videos', {
      data: { title: `Video ${id}`, url: `https://www.youtube.com/watch?v=video${id}12345` },
    });
    await request.post('/api/playlists', {
      data: { name: `List ${id}`, spotifyUrl: `https://open.spotify.com/playlist/${id}abc` },
    });
    await request.post('/api/articles', {
      data: { title: `Article ${id}`, source: 'Example', url: `https://example.com/${id}` },
    });
  }
}
