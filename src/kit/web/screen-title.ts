import { useEffect } from 'react';

/** What the product is called unless a household gave it another name. */
const PRODUCT = 'Grand App';

let brand = PRODUCT;
/** Those of the screens that stand, the topmost last: what is opened stands above its section. */
let titles: readonly { readonly text: string }[] = [];

/** Page title (WCAG 2.4.2): names the screen that calls it while it stands, before the brand. */
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

/** While somebody is signed in the page has the name that the household gave the product. */
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
