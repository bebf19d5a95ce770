import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { fillIn, stubBrowserParts } from '#testing/web/render.ts';
import { DEFAULT_SETTINGS } from '../domain/defaults.ts';
import { NumberSetting } from './NumberSetting.tsx';
import { useSettings } from './queries.ts';

const NAME = 'Seconds per photo';

/** A server that responds when the test calls `answers`. */
function slowServer() {
  const sent: number[] = [];
  const answers: (() => void)[] = [];
  let settings = { ...DEFAULT_SETTINGS, version: 1 };
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return new Response(JSON.stringify(settings));
    const { slideshowDisplayDuration } = JSON.parse(String(body));
    sent.push(slideshowDisplayDuration);
    settings = { ...settings, slideshowDisplayDuration, version: settings.version + 1 };
    const answer = JSON.stringify(settings);
    await new Promise<void>((resolve) => answers.push(resolve));
    return new Response(answer);
  });
  const somebodyElse = (slideshowDisplayDuration: number) => {
    settings = { ...settings, slideshowDisplayDuration, version: settings.version + 1 };
  };
  return { sent, answers, somebodyElse };
}

function Field() {
  const { data } = useSettings();
  if (!data) return null;
  return (
    <>
      <output>{data.slideshowDisplayDuration}</output>
      <NumberSetting
        label={NAME}
        description=""
        range={{ least: 1, most: 60 }}
        saved={data.slideshowDisplayDuration}
        changeTo={(slideshowDisplayDuration) => ({ slideshowDisplayDuration })}
      />
    </>
  );
}

beforeEach(stubBrowserParts);

async function open() {
  const server = slowServer();
  const client: QueryClient = createQueryClient(() => undefined);
  render(
    <QueryClientProvider client={client}>
      <Field />
    </QueryClientProvider>,
  );
  await screen.findByLabelText(NAME);
  const readAgain = async (expected: number) => {
    await act(() => client.refetchQueries());
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(String(expected)));
  };
  return { ...server, readAgain };
}

const field = () => screen.getByLabelText<HTMLInputElement>(NAME);
const more = () => fireEvent.keyDown(field(), { key: 'ArrowUp' });
const clash = () => screen.queryByText(/Somebody else changed this/);

test('a refetch that returns the pending value causes no conflict', async () => {
  const { sent, answers, readAgain } = await open();
  more();
  await vi.waitFor(() => expect(sent).toEqual([11]));
  await readAgain(11);
  more();
  expect(clash()).toBeNull();
  answers[0]?.();
  await vi.waitFor(() => expect(sent).toEqual([11, 12]));
  answers[1]?.();
  await vi.waitFor(() => expect(field().value).toBe('12'));
  expect(clash()).toBeNull();
});

test("a step starts from another administrator's value if that is shown", async () => {
  const { sent, somebodyElse, readAgain } = await open();
  somebodyElse(20);
  await readAgain(20);
  await vi.waitFor(() => expect(field().value).toBe('20'));
  more();
  await vi.waitFor(() => expect(sent).toEqual([21]));
  expect(clash()).toBeNull();
});

test('a concurrent change while typing shows a conflict and sends nothing', async () => {
  const { sent, somebodyElse, readAgain } = await open();
  fillIn(NAME, '30');
  somebodyElse(20);
  await readAgain(20);
  more();
  await vi.waitFor(() => expect(clash()).not.toBeNull());
  expect(sent).toEqual([]);
});
