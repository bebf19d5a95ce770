import { useEffect, useRef, useState } from 'react';

/** The opened entry of a list; after closing it, the focus returns to its button. */
export function useOpened<Item extends { id: string }>() {
  const [opened, setOpened] = useState<Item>();
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(undefined);
  useEffect(() => {
    if (opened !== undefined) {
      pressed.current = opened.id;
      return;
    }
    if (pressed.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-item="${pressed.current}"]`)?.focus();
  }, [opened]);
  return { opened, list, open: setOpened, close: () => setOpened(undefined) };
}
