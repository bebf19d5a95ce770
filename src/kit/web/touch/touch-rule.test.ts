import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTouchRule } from './touch-rule.ts';

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

afterEach(() => stop());

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
