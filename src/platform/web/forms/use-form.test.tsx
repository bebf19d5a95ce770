import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fillIn, loadModal, stubBrowserParts } from '#testing/web/render.ts';
import { ApiError } from '../api.ts';
import { toast } from '../toasts.ts';
import { TextField } from '../ui/TextField.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { ClashNotice } from './ClashNotice.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useForm } from './use-form.ts';

interface Pet {
  name: string;
  food: string;
}

type Send = (pet: Pet, change: object) => Promise<unknown>;

const LABELS = { name: 'Name', food: 'Food' };

interface PetFormProps {
  send: Send;
  opened?: Pet & { version: number };
  isFleeting?: boolean;
}

function PetForm({ send, opened, isFleeting = false }: PetFormProps) {
  const form = useForm({
    opened,
    fieldsOf: (pet: (Pet & { version: number }) | undefined) => ({
      name: pet?.name ?? '',
      food: pet?.food ?? '',
    }),
    check: ({ name, food }) => ({
      ...(name === '' ? { name: 'A name, please.' } : {}),
      ...(food === '' ? { food: 'What does it eat?' } : {}),
    }),
    send,
    success: 'Added',
    failure: 'Not added',
    isFleeting,
  });
  return (
    <FormDialog title="Pet" action="Add" form={form} onClose={() => undefined}>
      <ClashNotice form={form} thing="pet" labels={LABELS} words={(name, pet) => pet[name]} />
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Food" {...form.field('food')} />
    </FormDialog>
  );
}

beforeAll(loadModal);

beforeEach(stubBrowserParts);

afterEach(() => {
  act(() => toast.close());
});

function show(props: PetFormProps) {
  const view = render(
    <>
      <PetForm {...props} />
      <Toasts />
    </>,
  );
  return { ...view, user: userEvent.setup({ delay: null }) };
}

const add = () => screen.getByRole('button', { name: 'Add' });
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

function fillBoth() {
  fillIn('Name', 'Minka');
  fillIn('Food', 'Fish');
}

/** Returns true if the browser would ask the user before leaving the page. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

const refusing = (status: number, body: object) =>
  vi.fn<Send>(() => Promise.reject(new ApiError(status, JSON.stringify(body), '')));

test('a form that is submitted twice at once is sent once', async () => {
  const send = vi.fn<Send>(() => new Promise(() => undefined));
  const { user } = show({ send });
  fillBoth();
  const form = screen.getByLabelText<HTMLInputElement>('Name').form as HTMLFormElement;
  act(() => {
    // Sends two events before the next render.
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  expect(add().getAttribute('aria-disabled')).toBe('true');
  await user.click(add());
  expect(send).toHaveBeenCalledTimes(1);
});

test('a form can be sent again after a refusal', async () => {
  const send = vi.fn<Send>(async () => undefined);
  send.mockRejectedValueOnce(new TypeError('offline'));
  const { user } = show({ send });
  fillBoth();
  await user.click(add());
  expect(screen.getByText('Not added')).toBeTruthy();
  await user.click(add());
  expect(send).toHaveBeenCalledTimes(2);
  expect(screen.getByText('Added')).toBeTruthy();
});

test('errors are shown after the first attempt, and the first invalid field gets the focus', async () => {
  const send = vi.fn<Send>();
  const { user } = show({ send });
  expect(screen.queryByText('What does it eat?')).toBeNull();
  fillIn('Name', 'Minka');
  await user.click(add());
  expect(screen.getByText('What does it eat?')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Food'));
  expect(send).not.toHaveBeenCalled();
  fillIn('Name', '');
  await user.click(add());
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  fillBoth();
  expect(screen.queryByText('A name, please.')).toBeNull();
});

test('a server error of a field is shown with the focus until the field changes', async () => {
  const { user } = show({
    send: refusing(400, { error: 'Not like this.', fields: { food: 'Too much.', owner: 'Who?' } }),
  });
  fillBoth();
  await user.click(add());
  expect(screen.getByRole('alert').textContent).toContain('Not like this.');
  expect(screen.getByLabelText('Food').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Too much.')).toBeTruthy();
  expect(screen.queryByText('Who?')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Food'));
  fillIn('Name', 'Mitzi');
  expect(screen.getByText('Too much.')).toBeTruthy();
  fillIn('Food', 'Less fish');
  expect(screen.queryByText('Too much.')).toBeNull();
});

test('a refusal keeps the input, and a success clears it', async () => {
  const send = refusing(500, {});
  const { user } = show({ send });
  fillBoth();
  await user.click(add());
  expect([typed('Name'), typed('Food')]).toEqual(['Minka', 'Fish']);
  send.mockResolvedValueOnce(undefined);
  await user.click(add());
  expect([typed('Name'), typed('Food')]).toEqual(['', '']);
  expect(screen.queryByText('A name, please.')).toBeNull();
});

test('the browser asks before leaving while there is unsaved input', async () => {
  const { user, unmount } = show({ send: async () => undefined });
  expect(asksBeforeLeaving()).toBe(false);
  fillIn('Name', 'Minka');
  expect(asksBeforeLeaving()).toBe(true);
  fillIn('Name', '');
  expect(asksBeforeLeaving()).toBe(false);
  fillBoth();
  await user.click(add());
  expect(asksBeforeLeaving()).toBe(false);
  fillBoth();
  unmount();
  expect(asksBeforeLeaving()).toBe(false);
});

test('a form with `isFleeting` does not ask before leaving', () => {
  show({ send: async () => undefined, isFleeting: true });
  fillBoth();
  expect(asksBeforeLeaving()).toBe(false);
});

test('only changed fields of an existing object are sent, and a clash is shown', async () => {
  const send = vi.fn<Send>(async () => undefined);
  const current = { name: 'Minka', food: 'Meat', version: 2 };
  send.mockRejectedValueOnce(
    new ApiError(409, JSON.stringify({ code: 'changed-meanwhile', current }), ''),
  );
  const { user } = show({ send, opened: { name: 'Minka', food: 'Fish', version: 1 } });
  fillIn('Food', 'Mice');
  await user.click(add());
  expect(await screen.findByText('Theirs now: Meat')).toBeTruthy();
  expect(screen.queryByText('Not added')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep mine: Food' }));
  expect(await screen.findByText('Added')).toBeTruthy();
  expect(send.mock.calls.map(([, change]) => change)).toEqual([
    { changed: { food: 'Mice' }, version: 1 },
    { changed: { food: 'Mice' }, version: 2 },
  ]);
});

test('check and send receive texts without invisible characters', async () => {
  const send = vi.fn<Send>(async () => undefined);
  const { user } = show({ send });
  fillIn('Name', 'Re\u00adx\u200b');
  fillIn('Food', '\ufeff');
  await user.click(add());
  expect(screen.getByText('What does it eat?')).toBeTruthy();
  fillIn('Food', 'Fish\u2060');
  await user.click(add());
  const pet = { name: 'Rex', food: 'Fish' };
  expect(send).toHaveBeenCalledWith(pet, { changed: pet, version: 0 });
});
