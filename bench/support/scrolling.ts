import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';

const SCROLLING_MS = 5_000;
/** Pixels per second of a finger that scrolls quickly. */
const SPEED = 1_800;
/** Trace category with frame events. */
const FRAMES = 'disabled-by-default-devtools.timeline.frame';

/**
 * Scrolls with a synthesized touch gesture, which the compositor handles while the page renders
 * more. The presented frames are read from a browser trace.
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

/** Returns presented frames per second, and the share of frames with missing content. */
function framesIn({ traceEvents }: z.infer<typeof recorded>) {
  const shown = traceEvents
    .flatMap(({ ts, args: { frame_reporter: frame } }) => (frame ? [{ ts, ...frame }] : []))
    .filter(({ state }) => state.startsWith('STATE_PRESENTED'));
  // A frame can be reported twice, for the main thread and the compositor.
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

/** Runs in the page during scrolling: returns the maximum number of nodes. */
async function watch({ milliseconds, counted }: { milliseconds: number; counted: string }) {
  const began = performance.now();
  let mostNodes = 0;
  // No named inner function, because the loader adds a helper to it that the page does not have.
  while (performance.now() - began < milliseconds) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    mostNodes = Math.max(mostNodes, document.querySelectorAll(counted).length);
  }
  return mostNodes;
}
