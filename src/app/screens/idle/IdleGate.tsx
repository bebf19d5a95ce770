import { useOwnFrame } from '#features/idle-frame/web/own-frame.ts';
import { usePreloaded } from '#platform/web/use-preloaded.ts';

const loadIdleFrame = async () => (await import('./IdleFrame.tsx')).IdleFrame;

/** Loads the photo frame if it is enabled on this tablet. */
export function IdleGate() {
  const frame = useOwnFrame();
  const minutes = frame?.minutes ?? null;
  const IdleFrame = usePreloaded(loadIdleFrame, { afterMs: 0, isWanted: minutes !== null });
  if (!IdleFrame || !frame || minutes === null) return null;
  return <IdleFrame frame={{ ...frame, minutes }} />;
}
