import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTouchRule, TOO_SHORT } from './touch-rule.ts';
import { setTouchValues, USUAL_TOUCH } from './touch-values.ts';

let stop: () => void;
let acts: number;
let button: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = '<p>Words</p><button>Taken</button>';
  const found = document.querySelector('button');
  if (!found) throw new Error('nothing there');
  button = found;
  acts = 0;
  button.addEventListener('click', () => (acts += 1));
  document.elementsFromPoint = () => [button];
  stop = startTouchRule();
});

afterEach(() => {
  stop();
  setTouchValues(USUAL_TOUCH);
});

/** As a browser tells of a finger; jsdom's clicks of its own have no `detail`. */
function tell(type: string, on: Element, init: PointerEventInit = {}) {
  const given = { bubbles: true, cancelable: true, pointerId: 1, detail: 1, ...init };
  on.dispatchEvent(new PointerEvent(type, given));
}

const words = () => document.querySelector('p') as Element;

test("a press acts once, and the browser's own click after it not again", () => {
  tell('pointerdown', button);
  tell('pointerup', button);
  tell('click', button);
  expect(acts).toBe(1);
});

test("a click that comes late, after the next finger is down, lets the next finger's act neither", () => {
  tell('pointerdown', button);
  tell('pointerup', button);
  // The page was deaf when this one came down, and hears again when it is lifted.
  tell('pointerdown', words());
  tell('click', button);
  tell('pointerup', button);
  tell('click', button);
  expect(acts).toBe(1);
});

test('what comes from no finger acts: a switch, a screen reader, a key', () => {
  tell('click', button);
  expect(acts).toBe(1);
  tell('click', button, { detail: 0 });
  expect(acts).toBe(2);
});

/** At that instant of the events' own clock. */
function tellAt(timeStamp: number, type: string, init: PointerEventInit = {}) {
  const event = new PointerEvent(type, {
    ...{ bubbles: true, cancelable: true, pointerId: 1, detail: 1, pointerType: 'touch' },
    ...init,
  });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  button.dispatchEvent(event);
}

describe('where a finger has to rest for 300 ms', () => {
  let tooShort: number;
  beforeEach(() => {
    setTouchValues({ ...USUAL_TOUCH, holdMs: 300 });
    tooShort = 0;
    // Each test has a button of its own.
    button.addEventListener(TOO_SHORT, () => (tooShort += 1));
  });

  test.each([
    ['a finger lifted 1 ms too soon', 299, 'touch', 0],
    ['a finger lifted then', 300, 'touch', 1],
    ['a pen lifted too soon', 100, 'pen', 0],
    ['a mouse, or what clicks as one', 5, 'mouse', 1],
  ])('%s', (_, ms, pointerType, expected) => {
    tellAt(5000, 'pointerdown', { pointerType });
    tellAt(5000 + ms, 'pointerup', { pointerType });
    tellAt(5000 + ms, 'click', { pointerType });
    expect(acts).toBe(expected);
    expect(tooShort).toBe(1 - expected);
  });

  test.each([
    ['a key or a screen reader', { detail: 0 }],
    ['TalkBack, whose press is as short', { buttons: 1 }],
  ])('%s acts at once', (_, init) => {
    tellAt(9000, 'pointerdown');
    tellAt(9001, 'pointerup');
    tellAt(9001, 'click', init);
    expect(acts).toBe(1);
  });
});
