import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { useMainBelow } from './history-depth.ts';
import { stayOnMain } from './stay-on-main.ts';
import { useBackCloses } from './use-back-closes.ts';

const arrived = () =>
  new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));

/** Goes back in the history, as the browser's Back button does. */
async function goBack(): Promise<void> {
  const there = arrived();
  history.back();
  await there;
}

const go = (to: string) => renderHook(() => useMainBelow()).result.current[1](to);

beforeEach(() => history.pushState(null, '', '/'));

describe('useMainBelow', () => {
  test('a link to the main screen goes back to it, and Back from there leaves the application', async () => {
    history.replaceState({ before: true }, '', '/before');
    history.pushState(null, '', '/');
    go('/photos');
    expect(location.pathname).toBe('/photos');
    const there = arrived();
    go('/');
    await there;
    expect(location.pathname).toBe('/');
    await goBack();
    expect(history.state).toEqual({ before: true });
  });

  test('after moving between sections, one Back leads to the main screen', async () => {
    go('/photos');
    go('/my-day');
    expect(location.pathname).toBe('/my-day');
    await goBack();
    expect(location.pathname).toBe('/');
  });

  test('a link to the main screen replaces a section that was the first page', async () => {
    history.replaceState({ before: true }, '', '/before');
    history.pushState(null, '', '/photos');
    go('/');
    expect(location.pathname).toBe('/');
    await goBack();
    expect(location.pathname).toBe('/before');
  });
});

describe('useBackCloses', () => {
  /** Mounts an overlay that Back closes; `closed` counts how often it was closed. */
  function open() {
    const counted = { closed: 0, close: () => {} };
    const { unmount } = renderHook(() =>
      useBackCloses(() => {
        counted.closed += 1;
        unmount();
      }),
    );
    return Object.assign(counted, { close: unmount });
  }

  test('Back closes an overlay, and the screen below it stays', async () => {
    go('/photos');
    const viewer = open();
    await goBack();
    expect(viewer.closed).toBe(1);
    expect(location.pathname).toBe('/photos');
    await goBack();
    expect(location.pathname).toBe('/');
  });

  test('an overlay that is closed otherwise removes its history entry', async () => {
    go('/photos');
    const viewer = open();
    const there = arrived();
    viewer.close();
    await there;
    expect(viewer.closed).toBe(0);
    await goBack();
    expect(location.pathname).toBe('/');
  });

  test('with two overlays each Back closes one', async () => {
    go('/photos');
    const viewer = open();
    const question = open();
    await goBack();
    expect([viewer.closed, question.closed]).toEqual([0, 1]);
    await goBack();
    expect([viewer.closed, question.closed]).toEqual([1, 1]);
  });

  test('Back closes an overlay that replaced another one', async () => {
    go('/photos');
    const first = open();
    first.close();
    const second = open();
    await goBack();
    expect([first.closed, second.closed]).toEqual([0, 1]);
    expect(location.pathname).toBe('/photos');
  });

  test('a link from an overlay to the main screen goes back to it', async () => {
    go('/photos');
    open();
    const there = arrived();
    go('/');
    await there;
    expect(location.pathname).toBe('/');
  });

  test('a link from an overlay to another section replaces its history entry', () => {
    go('/photos');
    const viewer = open();
    go('/my-day');
    viewer.close();
    expect(location.pathname).toBe('/my-day');
    expect(history.state).not.toHaveProperty('opened');
  });
});

describe('stayOnMain', () => {
  test.each([['/'], ['/photos']])(
    'started at %s, Back leads to the main screen and no further',
    async (path) => {
      history.replaceState(null, '', path);
      const end = stayOnMain();
      expect(location.pathname).toBe(path);
      if (path !== '/') await goBack();
      expect(location.pathname).toBe('/');
      for (const _ of ['once', 'twice']) {
        const again = arrived().then(arrived);
        history.back();
        await again;
        expect(location.pathname).toBe('/');
        expect(history.state).toEqual({ above: 0, guarded: true });
      }
      end();
    },
  );

  test('a second call of stayOnMain adds no second guard entry', () => {
    stayOnMain()();
    const { length } = history;
    stayOnMain()();
    expect(history.length).toBe(length);
  });
});
