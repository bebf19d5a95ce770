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
    ['opens on the photo that was pressed', CLOSED, { type: 'photo pressed', index: 1 }, open(1)],
    ['ignores a photo that is not there', CLOSED, { type: 'photo pressed', index: 3 }, CLOSED],
    ['moves back by one', open(1), { type: 'previous' }, open(0)],
    ['has nothing before the first', open(0), { type: 'previous' }, open(0)],
    ['moves on by one', open(1), { type: 'next' }, open(2)],
    ['has nothing after the last', open(2), { type: 'next' }, open(2)],
    ['starts the slideshow with the first photo', CLOSED, { type: 'start pressed' }, running(0)],
    [
      'starts it in the viewer from the photo there',
      open(1),
      { type: 'start pressed' },
      running(1),
    ],
    ['advances when the time is over', running(1), { type: 'time is over' }, running(2)],
    ['wraps at the end', running(2), { type: 'time is over' }, running(0)],
    ['wraps when next is pressed in a slideshow', running(2), { type: 'next' }, running(0)],
    ['and in one that is paused', paused(2), { type: 'next' }, paused(0)],
    ['pauses', running(1), { type: 'pause' }, paused(1)],
    ['stands still while it is paused', paused(1), { type: 'time is over' }, paused(1)],
    ['resumes', paused(1), { type: 'resume' }, running(1)],
    ['does not resume what is no slideshow', open(1), { type: 'resume' }, open(1)],
    ['has no timer outside a slideshow', open(1), { type: 'time is over' }, open(1)],
    ['closes', open(1), { type: 'close' }, CLOSED_BY_HAND],
    ['closes in a slideshow', running(1), { type: 'close' }, CLOSED_BY_HAND],
    ['starts by itself where that is wanted', CLOSED, came(true), running(0)],
    ['and only there', CLOSED, came(false), CLOSED],
    ['not when a photo is open', open(1), came(true), open(1)],
    ['not again after it was closed', CLOSED_BY_HAND, came(true), CLOSED_BY_HAND],
    [
      'starts when asked also after it was closed',
      CLOSED_BY_HAND,
      { type: 'start pressed' },
      running(0),
    ],
    ['a closed one has nothing to pause', CLOSED, { type: 'pause' }, CLOSED],
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
    ['stays on its photo when another comes before it', open(1), ['new', 'a', 'b', 'c'], open(2)],
    ['and when one before it goes', running(2), ['b', 'c'], running(1)],
    ['stays where it is when nothing before it changed', paused(1), ['a', 'b', 'd'], paused(1)],
    ['shows what is at its place when its photo is gone', open(1), ['a', 'c'], open(1)],
    ['stays closed', CLOSED, ['new', 'a'], CLOSED],
  ])('the viewer %s', (_title, viewer, ids, expected) => {
    expect(viewerOver(viewer, before, ids)).toEqual(expected);
  });
});
