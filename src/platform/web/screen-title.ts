import { useEffect } from 'react';

/** Name of the product until the household's own name for it is known. */
const PRODUCT = 'Grand App';

let brand = PRODUCT;
/** Titles of the mounted screens, the topmost last. */
let titles: readonly { readonly text: string }[] = [];

/**
 * Sets the page title (WCAG 2.4.2) while the calling screen is mounted: `text`, followed by the
 * brand.
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

/** Sets the household's name for the product, until the calling component is unmounted. */
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
