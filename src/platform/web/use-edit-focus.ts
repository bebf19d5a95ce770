import { type RefObject, useEffect, useRef } from 'react';

/**
 * For editing in place: when editing ends, the button with the attribute `data-edit` gets the
 * focus.
 */
export function useEditFocus<Place extends HTMLElement>(
  isEditing: boolean,
): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => {
    if (!isEditing) return;
    return () => place.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
  }, [isEditing]);
  return place;
}
