import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { toast } from '#platform/web/toasts.ts';
import { fillIn, stubBrowserParts } from '#testing/web/render.ts';
import { DEFAULT_SETTINGS } from '../domain/defaults.ts';
import { useSettings } from './queries.ts';
import { TextSetting } from './TextSetting.tsx';

/** A server that responds with the given status when the test calls `answers`. */
function slowServer() {
  const sent: string[] = [];
  const answers: ((status: number) => void)[] = [];
  let settings = DEFAULT_SETTINGS;
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit) => {
    if (method === 'GET') return new Response(JSON.stringify(settings));
    const { appName } = JSON.parse(String(body));
    sent.push(appName);
    const status = await new Promise<number>((resolve) => answers.push(resolve));
    if (status === 200) settings = { ...settings, appName };
    return new Response(JSON.stringify(settings), { status });
  });
  return { sent, answers };
}

function Field() {
  const { data } = useSettings();
  if (!data) return null;
  return (
    <TextSetting
      label="App name"
      saved={data.appName}
      changeTo={(appName) => ({ appName: appName.trim() })}
    />
  );
}

beforeEach(stubBrowserParts);

async function open() {
  const server = slowServer();
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Field />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('App name');
  return server;
}

const enter = () => {
  const form = screen.getByLabelText('App name').closest('form');
  if (form) fireEvent.submit(form);
};

const write = (text: string) => {
  fillIn('App name', text);
  enter();
};

const value = () => screen.getByLabelText<HTMLInputElement>('App name').value;

test('a field has one pending save at a time, and the last value wins', async () => {
  const { sent, answers } = await open();
  write('One');
  await vi.waitFor(() => expect(sent).toEqual(['One']));
  write('Two');
  write('Three');
  answers[0]?.(200);
  await vi.waitFor(() => expect(sent).toEqual(['One', 'Three']));
  answers[1]?.(200);
  await vi.waitFor(() => expect(value()).toBe('Three'));
  expect(sent).toHaveLength(2);
});

test('typing the previous value during a save saves that value', async () => {
  const { sent, answers } = await open();
  write('One');
  await vi.waitFor(() => expect(sent).toEqual(['One']));
  write('Grand App');
  answers[0]?.(200);
  await vi.waitFor(() => expect(sent).toEqual(['One', 'Grand App']));
  answers[1]?.(200);
  await vi.waitFor(() => expect(value()).toBe('Grand App'));
});

test('the previous value does not reappear when a save completes', async () => {
  const told = vi.spyOn(toast, 'success');
  const shown = vi.spyOn(HTMLInputElement.prototype, 'value', 'set');
  const { sent, answers } = await open();
  write('One');
  await vi.waitFor(() => expect(sent).toEqual(['One']));
  shown.mockClear();
  answers[0]?.(200);
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(value()).toBe('One');
  expect(shown.mock.calls.flat()).not.toContain(DEFAULT_SETTINGS.appName);
});

test('a value that could not be saved stays, leaving the field does not retry, and Enter does', async () => {
  const { sent, answers } = await open();
  write('One');
  await vi.waitFor(() => expect(sent).toEqual(['One']));
  fireEvent.focusOut(screen.getByLabelText('App name'));
  answers[0]?.(503);
  await screen.findByText('This has not been saved. Press Enter to try again.');
  expect(value()).toBe('One');
  fireEvent.focusOut(screen.getByLabelText('App name'));
  expect(sent, 'leaving the field saved nothing again').toEqual(['One']);
  enter();
  await vi.waitFor(() => expect(sent).toEqual(['One', 'One']));
  answers[1]?.(200);
  await vi.waitFor(() =>
    expect(screen.queryByText('This has not been saved. Press Enter to try again.')).toBeNull(),
  );
  expect(value()).toBe('One');
});
