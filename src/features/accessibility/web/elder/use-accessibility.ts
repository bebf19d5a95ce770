import { useEffect } from 'react';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { useAccessibilities } from '../queries.ts';

/**
 * The tablet meets the hands, eyes and ears of its elder; where an administrator looks at it, of the
 * only one there is. An elder for whom nobody has set anything needs nothing to be loaded.
 */
export function useAccessibility({ id, role }: PresentUser): void {
  const all = useAccessibilities().data;
  const own =
    role === 'user' ? all?.find(({ userId }) => userId === id) : all?.length === 1 && all[0];
  useEffect(() => {
    if (!own || own.version === 1) return;
    let end: (() => void) | undefined;
    let isOver = false;
    void import('./apply-accessibility.ts').then(
      ({ applyAccessibility }) => {
        if (!isOver) end = applyAccessibility(own);
      },
      // It is kept on the tablet with its screens; without them everything is as usual.
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [own]);
}
