import { describe, expect, it } from 'vitest';
import { DEFAULT_BUTTONS } from '#features/home-buttons/defaults.ts';
import { helpTip } from './contract.ts';
import { FALLBACK_TIP } from './fallback-tip.ts';
import { BUILT_IN_TIPS, builtInTip } from './tips.ts';

/** What fits into the place of the tip in letters of 26 pixels, in three lines of a phone. */
const LONGEST = 75;

describe('the built-in tips', () => {
  it('are at least 60, each another one', () => {
    const texts = BUILT_IN_TIPS.map(({ tip }) => tip);
    expect(texts.length).toBeGreaterThanOrEqual(60);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it.each(BUILT_IN_TIPS.map((tip) => [tip.tip, tip] as const))('%s', (text, tip) => {
    expect(helpTip.safeParse(tip).success).toBe(true);
    expect(text.length).toBeLessThanOrEqual(LONGEST);
    expect(text).toMatch(/^\p{Lu}.*\.$/u);
    expect(text).not.toMatch(/purple|red |green|orange|blue|gr[ae]y|gold|brown|color/i);
    expect(text).not.toMatch(/!|please be careful|don't forget|you forgot|simply|just /i);
  });
});

describe('a tip is chosen', () => {
  const buttons = DEFAULT_BUTTONS;
  const all = (page: string, action: string, role: string) =>
    new Set(
      Array.from(
        { length: 40 },
        (_, turn) => builtInTip({ page, action, role, buttons }, turn).tip,
      ),
    );

  it('by the page and the reader', () => {
    expect(all('home', 'viewing', 'user').size).toBe(11);
    expect([...all('home', 'viewing', 'admin')]).toContain('The gear opens the admin panel.');
    expect([...all('home', 'viewing', 'user')]).not.toContain('The gear opens the admin panel.');
    expect([...all('photos', '', 'super_admin')]).toEqual([...all('photos', '', 'user')]);
  });

  it('with the label that its button has, and of no button that is hidden', () => {
    const own = DEFAULT_BUTTONS.map((button) => ({
      ...button,
      isEnabled: button.buttonKey !== 'call',
      label: button.buttonKey === 'myday' ? 'Today $& now' : button.label,
    }));
    const question = { page: 'home', action: '', role: 'user', buttons: own };
    const tips = Array.from({ length: 40 }, (_, turn) => builtInTip(question, turn).tip);
    expect(tips).toContain('Tap Today $& now to see what is planned for today.');
    expect(new Set(tips).size).toBe(10);
  });

  it('by the action where there is one for it', () => {
    expect([...all('photos', 'watching the Slideshow', 'user')]).toEqual([
      'Tap Pause to stay with a photo, and Resume to go on.',
      'Tap Close to come back to all your photos.',
    ]);
    expect([...all('photos', 'browsing', 'user')]).not.toContain(
      'Tap Close to come back to all your photos.',
    );
  });

  it('the same for the same turn, whatever number it is', () => {
    const question = { page: ' My-Day ', action: '', role: 'user', buttons };
    expect(builtInTip(question, 3)).toEqual(builtInTip(question, 3));
    expect(builtInTip(question, -3)).toEqual(builtInTip(question, 3));
    expect(builtInTip(question, 3)).not.toEqual(builtInTip(question, 4));
  });

  it('as the fallback where a page has none', () => {
    expect(builtInTip({ page: 'nowhere', action: '', role: 'user', buttons }, 1)).toBe(
      FALLBACK_TIP,
    );
  });
});
