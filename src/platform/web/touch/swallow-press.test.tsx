import { afterEach, beforeEach, expect, test } from 'vitest';
import { swallowPress } from './swallow-press.ts';

let received: string[];
let button: HTMLElement;

const TYPES = ['pointerdown', 'pointerup', 'keydown', 'keyup', 'click'];

beforeEach(() => {
  received = [];
  document.body.innerHTML = '<button>Photos</button>';
  button = document.querySelector('button') as HTMLElement;
  for (const type of TYPES) button.addEventListener(type, () => received.push(type));
});

afterEach(() => window.dispatchEvent(new Event('blur')));

function at<Made extends Event>(timeStamp: number, event: Made): Made {
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  return event;
}

const pointer = (timeStamp: number, type: string, pointerId = 1) =>
  at(timeStamp, new PointerEvent(type, { bubbles: true, cancelable: true, pointerId }));

const key = (timeStamp: number, type: string, code = 'Enter') =>
  at(timeStamp, new KeyboardEvent(type, { bubbles: true, cancelable: true, code }));

const tell = (...events: Event[]) => {
  for (const event of events) button.dispatchEvent(event);
};

test('the release and the click of the press are swallowed', () => {
  swallowPress(pointer(0, 'pointerdown'));
  tell(pointer(90, 'pointerup'), pointer(95, 'click'));
  expect(received).toEqual([]);
});

test('a press within 700 ms after the release is swallowed, and a later one counts', () => {
  swallowPress(pointer(0, 'pointerdown'));
  tell(pointer(5_000, 'pointerup'));
  tell(pointer(5_699, 'pointerdown'), pointer(5_800, 'pointerup'), pointer(5_801, 'click'));
  expect(received).toEqual([]);
  tell(pointer(5_900, 'pointerdown'), pointer(5_950, 'pointerup'), pointer(5_951, 'click'));
  expect(received).toEqual(['pointerdown', 'pointerup', 'click']);
});

test('repeated presses do not extend the 700 ms', () => {
  swallowPress(pointer(0, 'pointerdown'));
  tell(pointer(100, 'pointerup'));
  for (const time of [300, 600])
    tell(pointer(time, 'pointerdown'), pointer(time + 50, 'pointerup'));
  tell(pointer(800, 'pointerdown'));
  expect(received).toEqual(['pointerdown']);
});

test('a second finger is swallowed, and the 700 ms start after both are released', () => {
  swallowPress(pointer(0, 'pointerdown'));
  tell(pointer(50, 'pointerdown', 2), pointer(100, 'pointerup'));
  tell(pointer(2_000, 'pointerup', 2), pointer(2_600, 'pointerdown'));
  expect(received).toEqual([]);
});

test('a key is swallowed until 700 ms after its release', () => {
  swallowPress(key(0, 'keydown'));
  tell(key(500, 'keydown'), key(1_000, 'keyup'), key(1_600, 'keydown', 'Space'));
  expect(received).toEqual([]);
  tell(key(1_650, 'keyup', 'Space'), key(1_800, 'keydown', 'Tab'));
  expect(received).toEqual(['keydown']);
});

test('a click by a screen reader has no release and starts the 700 ms', () => {
  swallowPress(at(0, new MouseEvent('click', { bubbles: true, cancelable: true })));
  tell(pointer(600, 'pointerdown'), pointer(650, 'pointerup'));
  expect(received).toEqual([]);
  tell(pointer(800, 'pointerdown'));
  expect(received).toEqual(['pointerdown']);
});
