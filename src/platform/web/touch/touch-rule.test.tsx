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

/** Dispatches a pointer event as a browser does; clicks made by jsdom have no `detail`. */
function tell(type: string, on: Element, init: PointerEventInit = {}) {
  const given = { bubbles: true, cancelable: true, pointerId: 1, detail: 1, ...init };
  on.dispatchEvent(new PointerEvent(type, given));
}

const words = () => document.querySelector('p') as HTMLElement;

test("a press acts once, and the browser's own click after it has no effect", () => {
  tell('pointerdown', button);
  tell('pointerup', button);
  tell('click', button);
  expect(acts).toBe(1);
});

test('a late click does not act, and neither does the next finger that was down before it', () => {
  tell('pointerdown', button);
  tell('pointerup', button);
  // The page was locked when this finger touched it, but is not locked any more when the finger is
  // lifted.
  tell('pointerdown', words());
  tell('click', button);
  tell('pointerup', button);
  tell('click', button);
  expect(acts).toBe(1);
});

test('clicks without a finger act: a switch, a screen reader, a key', () => {
  tell('click', button);
  expect(acts).toBe(1);
  tell('click', button, { detail: 0 });
  expect(acts).toBe(2);
});

/** Dispatches an event with this timestamp. */
function tellAt(timeStamp: number, type: string, init: PointerEventInit = {}, on = button) {
  const event = new PointerEvent(type, {
    ...{ bubbles: true, cancelable: true, pointerId: 1, detail: 1, pointerType: 'touch' },
    ...init,
  });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  on.dispatchEvent(event);
}

describe('a press with a minimum duration of 300 ms', () => {
  let tooShort: number;
  beforeEach(() => {
    setTouchValues({ ...USUAL_TOUCH, holdMs: 300 });
    tooShort = 0;
    // The button is new in each test, so listeners do not accumulate.
    button.addEventListener(TOO_SHORT, () => (tooShort += 1));
  });

  test.each([
    ['a finger lifted 1 ms too early is too short', 299, 'touch', 0],
    ['a finger lifted after the hold time counts', 300, 'touch', 1],
    ['a pen lifted too early is too short', 100, 'pen', 0],
    ['a mouse or a device that clicks like one counts', 5, 'mouse', 1],
  ])('a press counts or is too short: %s', (_, ms, pointerType, expected) => {
    tellAt(5000, 'pointerdown', { pointerType });
    tellAt(5000 + ms, 'pointerup', { pointerType });
    tellAt(5000 + ms, 'click', { pointerType });
    expect(acts).toBe(expected);
    expect(tooShort).toBe(1 - expected);
  });

  test.each([
    ['a key or a screen reader', { detail: 0 }],
    ['TalkBack, which presses as briefly,', { buttons: 1 }],
  ])('%s acts at once', (_, init) => {
    tellAt(9000, 'pointerdown');
    tellAt(9001, 'pointerup');
    tellAt(9001, 'click', init);
    expect(acts).toBe(1);
  });
});

describe('a resting thumb while a finger presses another target', () => {
  let other: HTMLElement;
  let otherActs: number;
  beforeEach(() => {
    other = document.body.appendChild(document.createElement('button'));
    otherActs = 0;
    other.addEventListener('click', () => (otherActs += 1));
    document.elementsFromPoint = () => [other];
  });

  test.each([
    ['not after 1,500 ms', 0, 1500, 0],
    ['after more than 1,500 ms', 0, 1501, 1],
    ['after more than the hold time and 1,500 ms', 600, 2101, 1],
    ['not after exactly the hold time and 1,500 ms', 600, 2100, 0],
  ])('the second press acts or not: %s', (_, holdMs, ms, expected) => {
    setTouchValues({ ...USUAL_TOUCH, holdMs });
    tellAt(5000, 'pointerdown');
    tellAt(5000 + ms, 'pointerdown', { pointerId: 2 }, other);
    tellAt(6000 + ms, 'pointerup', { pointerId: 2 }, other);
    tellAt(7000 + ms, 'pointerup');
    expect(otherActs).toBe(expected);
    expect(acts).toBe(0);
  });

  test('a second finger beside all targets changes nothing', () => {
    document.elementsFromPoint = () => [button];
    tellAt(5000, 'pointerdown');
    tellAt(9000, 'pointerdown', { pointerId: 2 }, words());
    tellAt(9500, 'pointerup');
    expect(acts).toBe(1);
  });
});

describe('input lock after changes of the page', () => {
  let deaf: number;
  /**
   * Starts the touch handling on a page with this HTML. `hasBeenActive` is true if the user has
   * pressed something before, undefined if the browser does not report it.
   */
  const begin = (html: string, hasBeenActive: boolean | undefined) => {
    stop();
    document.body.innerHTML = html;
    const activation = hasBeenActive === undefined ? undefined : { hasBeenActive };
    Object.defineProperty(navigator, 'userActivation', { value: activation, configurable: true });
    stop = startTouchRule();
    const shield = document.querySelector('.touch-shield') as HTMLElement;
    deaf = 0;
    shield.animate = () => {
      deaf += 1;
      return {} as Animation;
    };
  };
  const show = async () => {
    document.body.append(document.createElement('button'));
    // Lets the observers run, which happens after the code that changed the page.
    await Promise.resolve();
  };
  afterEach(() => Reflect.deleteProperty(navigator, 'userActivation'));

  test.each([
    ['not by the first elements of a page that just loaded', '<p>Loading</p>', false, [0, 1]],
    ['by the first elements after a press, such as a sign-in', '<p>Loading</p>', true, [1, 2]],
    ['by the first elements in a browser that reports no presses', '<p></p>', undefined, [1, 2]],
    ['by elements added to a page that had some', '<button>Photos</button>', false, [1, 2]],
  ])('changes lock the page: %s', async (_, html, hasBeenActive, expected) => {
    begin(html, hasBeenActive);
    await show();
    const first = deaf;
    await show();
    expect([first, deaf]).toEqual(expected);
  });
});
