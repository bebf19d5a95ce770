import { useOwnFrame } from '#features/idle-frame/web/own-frame.ts';
import { useAtHand } from '#platform/web/use-at-hand.ts';

const loadIdleFrame = async () => (await import('./IdleFrame.tsx')).IdleFrame;

/** Loads the photo frame if it is enabled on this tablet. */
export function IdleGate() {
  const frame = useOwnFrame();
  const minutes = frame?.minutes ?? null;
  const IdleFrame = useAtHand(loadIdleFrame, { afterMs: 0, isWanted: minutes !== null });
  if (!IdleFrame || !frame || minutes === null) return null;
  return <IdleFrame frame={{ ...frame, minutes }} />;
}
