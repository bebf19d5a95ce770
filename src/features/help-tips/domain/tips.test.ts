import { describe, expect, it } from 'vitest';
import { DEFAULT_BUTTONS } from '#features/home-buttons/domain/defaults.ts';
import { helpTip } from '../contract.ts';
import { FALLBACK_TIP } from './fallback-tip.ts';
import { BUILT_IN_TIPS, builtInTip } from './tips.ts';

/** Maximum length in characters for three lines of 26 px text on a phone. */
const LONGEST = 75;

describe('the built-in help tips', () => {
  it('there are at least 60 different built-in tips', () => {
    const texts = BUILT_IN_TIPS.map(({ tip }) => tip);
    expect(texts.length).toBeGreaterThanOrEqual(60);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it.each(BUILT_IN_TIPS.map((tip) => [tip.tip, tip] as const))(
    'the built-in tip "%s" follows the rules for tips',
    (text, tip) => {
      expect(helpTip.safeParse(tip).success).toBe(true);
      expect(text.length).toBeLessThanOrEqual(LONGEST);
      expect(text).toMatch(/^\p{Lu}.*\.$/u);
      expect(text).not.toMatch(/purple|red |green|orange|blue|gr[ae]y|gold|brown|color/i);
      expect(text).not.toMatch(/!|please be careful|don't forget|you forgot|simply|just /i);
    },
  );
});

describe('builtInTip selects a tip', () => {
  const buttons = DEFAULT_BUTTONS;
  const all = (page: string, action: string, role: string) =>
    new Set(
      Array.from(
        { length: 40 },
        (_, turn) => builtInTip({ page, action, role, buttons }, turn).tip,
      ),
    );

  it('the tip depends on the page and the role', () => {
    expect(all('home', 'viewing', 'user').size).toBe(11);
    expect([...all('home', 'viewing', 'admin')]).toContain('The gear opens the admin panel.');
    expect([...all('home', 'viewing', 'user')]).not.toContain('The gear opens the admin panel.');
    expect([...all('photos', '', 'super_admin')]).toEqual([...all('photos', '', 'user')]);
  });

  it('the tip contains the label of its button, and no tip is about a hidden button', () => {
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

  it('a tip for the current action has priority', () => {
    expect([...all('photos', 'watching the Slideshow', 'user')]).toEqual([
      'Tap Pause to stay with a photo, and Resume to go on.',
      'Tap Close to come back to all your photos.',
    ]);
    expect([...all('photos', 'browsing', 'user')]).not.toContain(
      'Tap Close to come back to all your photos.',
    );
  });

  it('an equal turn gives an equal tip, also for negative numbers', () => {
    const question = { page: ' My-Day ', action: '', role: 'user', buttons };
    expect(builtInTip(question, 3)).toEqual(builtInTip(question, 3));
    expect(builtInTip(question, -3)).toEqual(builtInTip(question, 3));
    expect(builtInTip(question, 3)).not.toEqual(builtInTip(question, 4));
  });

  it('the fallback is returned for a page without tips', () => {
    expect(builtInTip({ page: 'nowhere', action: '', role: 'user', buttons }, 1)).toBe(
      FALLBACK_TIP,
    );
  });
});
