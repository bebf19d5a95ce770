import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useBrand, useScreenTitle } from './screen-title.ts';

function Screen({ title }: { title: string }) {
  useScreenTitle(title);
  return null;
}

function Page({ brand, titles }: { brand?: string; titles: readonly string[] }) {
  return (
    <>
      {brand !== undefined && <Brand name={brand} />}
      {titles.map((title) => (
        <Screen key={title} title={title} />
      ))}
    </>
  );
}

function Brand({ name }: { name: string }) {
  useBrand(name);
  return null;
}

test('the page title is the topmost screen and the brand, or the brand alone on home', () => {
  const { rerender, unmount } = render(<Page brand="Our Window" titles={[]} />);
  expect(document.title).toBe('Our Window');
  rerender(<Page brand="Our Window" titles={['Watch']} />);
  expect(document.title).toBe('Watch · Our Window');
  rerender(<Page brand="Our Window" titles={['Watch', 'Planting roses']} />);
  expect(document.title).toBe('Planting roses · Our Window');
  rerender(<Page brand="Our Window" titles={['Watch']} />);
  expect(document.title).toBe('Watch · Our Window');
  rerender(<Page titles={['Welcome to Grand App']} />);
  expect(document.title).toBe('Welcome to Grand App');
  unmount();
  expect(document.title).toBe('Grand App');
});
