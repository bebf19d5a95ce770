import { render, screen } from '@testing-library/react';
import { Suspense, useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyComponent } from './lazy-component.ts';

const began = vi.fn();
const waited = vi.fn();

function Greeting({ name }: { name: string }) {
  useEffect(began, []);
  return <p>Good morning, {name}.</p>;
}

function Waiting() {
  waited();
  return <p>Loading...</p>;
}

function shown(Lazy: ReturnType<typeof lazyComponent<{ name: string }>>, name: string) {
  return (
    <Suspense fallback={<Waiting />}>
      <Lazy name={name} />
    </Suspense>
  );
}

it('a preloaded component is shown at once, another one after a fallback', async () => {
  const Lazy = lazyComponent(async () => Greeting);
  waited.mockClear();
  const { unmount } = render(shown(Lazy, 'Ada'));
  await screen.findByText('Good morning, Ada.');
  expect(waited).toHaveBeenCalled();
  unmount();
  const AtHand = lazyComponent(async () => Greeting);
  await AtHand.atHand();
  waited.mockClear();
  render(shown(AtHand, 'Edith'));
  screen.getByText('Good morning, Edith.');
  expect(waited).not.toHaveBeenCalled();
});

it('a component that is preloaded while it is shown is not mounted again', async () => {
  const Lazy = lazyComponent(async () => Greeting);
  began.mockClear();
  const { rerender } = render(shown(Lazy, 'Ada'));
  await screen.findByText('Good morning, Ada.');
  await Lazy.atHand();
  rerender(shown(Lazy, 'Edith'));
  screen.getByText('Good morning, Edith.');
  expect(began).toHaveBeenCalledOnce();
});
