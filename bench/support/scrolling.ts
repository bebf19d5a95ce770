import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';

const SCROLLING_MS = 5_000;
/** Pixels a second: a finger that looks for something. */
const SPEED = 1_800;
/** The part of the browser's own record that tells of frames. */
const FRAMES = 'disabled-by-default-devtools.timeline.frame';

/**
 * Scrolls as a finger does: the browser moves what is painted, while the page brings what follows.
 * What reached the screen is asked of the browser's own record.
 */
export async function swipe(page: Page, session: CDPSession, counted: string) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the browser is gone');
  const watching = page.evaluate(watch, { milliseconds: SCROLLING_MS, counted });
  await browser.startTracing(page, { categories: [FRAMES] });
  await session.send('Input.synthesizeScrollGesture', {
    x: 640,
    y: 600,
    yDistance: (-SPEED * SCROLLING_MS) / 1000,
    speed: SPEED,
    gestureSourceType: 'mouse',
  });
  const trace = recorded.parse(JSON.parse(String(await browser.stopTracing())));
  return { ...framesIn(trace), mostNodes: await watching };
}

const recorded = z.object({
  traceEvents: z.array(
    z.object({
      ts: z.number(),
      args: z.object({
        frame_reporter: z
          .object({
            frame_sequence: z.number(),
            state: z.string(),
            has_missing_content: z.boolean(),
            checkerboarded_needs_raster: z.boolean(),
            checkerboarded_needs_record: z.boolean(),
          })
          .optional(),
      }),
    }),
  ),
});

/** Frames that were put on the screen: how many a second, and the share with an empty place. */
function framesIn({ traceEvents }: z.infer<typeof recorded>) {
  const shown = traceEvents
    .flatMap(({ ts, args: { frame_reporter: frame } }) => (frame ? [{ ts, ...frame }] : []))
    .filter(({ state }) => state.startsWith('STATE_PRESENTED'));
  // One frame can be told of twice: what the page drew, and what was scrolled on top of it.
  const frames = new Map(shown.map((frame) => [frame.frame_sequence, frame.ts]));
  const incomplete = shown.filter(
    (frame) =>
      frame.has_missing_content ||
      frame.checkerboarded_needs_raster ||
      frame.checkerboarded_needs_record,
  );
  const at = [...frames.values()];
  const seconds = (Math.max(...at) - Math.min(...at)) / 1_000_000;
  return {
    framesPerSecond: (frames.size - 1) / seconds,
    emptyShare: new Set(incomplete.map((frame) => frame.frame_sequence)).size / frames.size,
  };
}

/** Runs in the page while it is scrolled: how much is there? */
async function watch({ milliseconds, counted }: { milliseconds: number; counted: string }) {
  const began = performance.now();
  let mostNodes = 0;
  // No function of its own with a name: the page does not know what the loader makes of one.
  while (performance.now() - began < milliseconds) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    mostNodes = Math.max(mostNodes, document.querySelectorAll(counted).length);
  }
  return mostNodes;
}
