import type { Browser, ConsoleMessage } from '@playwright/test';
import { later, OPENS } from './support/reminder.ts';
import { addMedication, expect, type Family, type ProductServer, test } from './support/test.ts';

// Screenshots are off, because the browser treats taking one as a user gesture.
test.use({ screenshot: 'off' });

/**
 * Collects the tones of a page from its console. The page itself is never evaluated, because the
 * browser treats that as a user gesture.
 */
async function listen(browser: Browser, server: ProductServer, family: Family) {
  const { cookies } = await family.request.storageState();
  const context = await browser.newContext({ baseURL: server.url });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const said: ConsoleMessage[] = [];
  page.on('console', (message) => said.push(message));
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      // biome-ignore lint/suspicious/noConsole: this is how the test hears it
      console.info(`tone ${this.frequency.value} ${this.context.state}`);
      start.call(this, when);
    };
  });
  await page.goto('/');
  return () => said.map((message) => message.text()).filter((text) => /tone|audio/i.test(text));
}

for (const [name, flags, tones] of [
  [
    'that allows autoplay sounds without a touch',
    ['--autoplay-policy=no-user-gesture-required'],
    2,
  ],
  ['that blocks autoplay is silent and logs no warning', [], 0],
] as const) {
  test(`a kiosk ${name}`, async ({ playwright, launchOptions, server, family }) => {
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    await server.setClock(later(OPENS, 1000));
    const { args = [] } = launchOptions;
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [...args, ...flags],
    });
    try {
      const said = await listen(browser, server, family);
      const first = 'tone 523.25 running';
      // Waits long enough for two tones, whether the page may play sound or not.
      const end = performance.now() + 12_000;
      while (said().length < 2 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(said()).toEqual(Array.from({ length: tones }, () => first));
    } finally {
      await browser.close();
    }
  });
}
