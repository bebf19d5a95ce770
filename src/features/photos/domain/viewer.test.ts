import { describe, expect, it } from 'vitest';
import {
  arrowsOf,
  CLOSED,
  type Viewer,
  type ViewerEvent,
  viewerAfter,
  viewerOver,
} from './viewer.ts';

const open = (index: number): Viewer => ({ status: 'open', index });
const running = (index: number): Viewer => ({ status: 'running', index });
const paused = (index: number): Viewer => ({ status: 'paused', index });
const CLOSED_BY_HAND: Viewer = { status: 'closed', closedByHand: true };

const came = (startsByItself: boolean): ViewerEvent => ({ type: 'photos came', startsByItself });

describe('the viewer with three photos', () => {
  it.each<[string, Viewer, ViewerEvent, Viewer]>([
    ['opens the pressed photo', CLOSED, { type: 'photo pressed', index: 1 }, open(1)],
    [
      'ignores a photo that is not in the list',
      CLOSED,
      { type: 'photo pressed', index: 3 },
      CLOSED,
    ],
    ['shows the previous photo', open(1), { type: 'previous' }, open(0)],
    ['stays at the first photo', open(0), { type: 'previous' }, open(0)],
    ['shows the next photo', open(1), { type: 'next' }, open(2)],
    ['stays at the last photo', open(2), { type: 'next' }, open(2)],
    ['starts the slideshow with the first photo', CLOSED, { type: 'start pressed' }, running(0)],
    ['starts the slideshow from the open photo', open(1), { type: 'start pressed' }, running(1)],
    [
      'shows the next photo when the time is over',
      running(1),
      { type: 'time is over' },
      running(2),
    ],
    ['returns to the first photo at the end', running(2), { type: 'time is over' }, running(0)],
    [
      'returns to the first photo when Next is pressed in a slideshow',
      running(2),
      { type: 'next' },
      running(0),
    ],
    [
      'returns to the first photo when Next is pressed in a paused slideshow',
      paused(2),
      { type: 'next' },
      paused(0),
    ],
    ['pauses the slideshow', running(1), { type: 'pause' }, paused(1)],
    ['does not advance while it is paused', paused(1), { type: 'time is over' }, paused(1)],
    ['resumes the slideshow', paused(1), { type: 'resume' }, running(1)],
    ['does not resume an open photo', open(1), { type: 'resume' }, open(1)],
    ['does not advance outside a slideshow', open(1), { type: 'time is over' }, open(1)],
    ['closes', open(1), { type: 'close' }, CLOSED_BY_HAND],
    ['closes during a slideshow', running(1), { type: 'close' }, CLOSED_BY_HAND],
    ['starts on its own if that is set', CLOSED, came(true), running(0)],
    ['does not start on its own otherwise', CLOSED, came(false), CLOSED],
    ['does not start on its own over an open photo', open(1), came(true), open(1)],
    ['does not start on its own after it was closed', CLOSED_BY_HAND, came(true), CLOSED_BY_HAND],
    [
      'starts on request after it was closed',
      CLOSED_BY_HAND,
      { type: 'start pressed' },
      running(0),
    ],
    ['ignores Pause while it is closed', CLOSED, { type: 'pause' }, CLOSED],
  ])('the viewer %s', (_, before, event, after) => {
    expect(viewerAfter(before, event, 3)).toEqual(after);
  });
});

describe('changes of the list behind the viewer', () => {
  it('the viewer moves to the last photo when later ones are removed', () => {
    expect(viewerAfter(running(7), came(false), 3)).toEqual(running(2));
  });

  it('the viewer closes when no photo is left', () => {
    expect(viewerAfter(open(0), came(true), 0)).toEqual(CLOSED);
  });

  it('without photos the viewer does not open and no slideshow starts', () => {
    expect(viewerAfter(CLOSED, came(true), 0)).toEqual(CLOSED);
    expect(viewerAfter(CLOSED, { type: 'start pressed' }, 0)).toEqual(CLOSED);
    expect(viewerAfter(open(0), { type: 'start pressed' }, 1)).toEqual(open(0));
  });
});

describe('arrows of the viewer', () => {
  it.each<[Viewer, number, boolean, boolean]>([
    [CLOSED, 3, false, false],
    [open(0), 3, false, true],
    [open(1), 3, true, true],
    [open(2), 3, true, false],
    [running(2), 3, true, true],
    [paused(0), 3, false, true],
    [running(0), 1, false, false],
  ])('arrowsOf returns the arrows of %o with %i photos', (viewer, count, previous, next) => {
    expect(arrowsOf(viewer, count)).toEqual({ previous, next });
  });
});

describe('viewerOver with a changed list', () => {
  const before = ['a', 'b', 'c'];

  it.each<[string, Viewer, string[], Viewer]>([
    ['stays on its photo when one is added before it', open(1), ['new', 'a', 'b', 'c'], open(2)],
    ['stays on its photo when an earlier one is removed', running(2), ['b', 'c'], running(1)],
    ['does not change when only later photos changed', paused(1), ['a', 'b', 'd'], paused(1)],
    ['shows the next photo when its own was removed', open(1), ['a', 'c'], open(1)],
    ['stays closed', CLOSED, ['new', 'a'], CLOSED],
  ])('the viewer %s', (_title, viewer, ids, expected) => {
    expect(viewerOver(viewer, before, ids)).toEqual(expected);
  });
});
