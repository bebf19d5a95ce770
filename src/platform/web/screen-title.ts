import { useEffect } from 'react';

/** Product name, unless the household has chosen another one. */
const PRODUCT = 'Grand App';

let brand = PRODUCT;
/** Titles of the mounted screens, the topmost last. */
let titles: readonly { readonly text: string }[] = [];

/**
 * Page title (WCAG 2.4.2): the title of the mounted screen that calls it, followed by the brand.
 */
export function useScreenTitle(text: string): void {
  useEffect(() => {
    const mine = { text };
    titles = [...titles, mine];
    write();
    return () => {
      titles = titles.filter((title) => title !== mine);
      write();
    };
  }, [text]);
}

/** Uses the household's name for the product while a user is signed in. */
export function useBrand(name: string): void {
  useEffect(() => {
    brand = name;
    write();
    return () => {
      brand = PRODUCT;
      write();
    };
  }, [name]);
}

function write(): void {
  const screen = titles.at(-1)?.text ?? '';
  const isNamed = screen !== '' && !screen.includes(brand);
  document.title = isNamed ? `${screen} · ${brand}` : screen || brand;
}
