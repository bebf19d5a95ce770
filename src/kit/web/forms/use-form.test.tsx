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

/** A form as features have them. */
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

/** Whether the browser would ask before the page is left. */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

const refusing = (status: number, body: object) =>
  vi.fn<Send>(() => Promise.reject(new ApiError(status, JSON.stringify(body), '')));

test('pressed twice at once it is sent once', async () => {
  const send = vi.fn<Send>(() => new Promise(() => undefined));
  const { user } = show({ send });
  fillBoth();
  const form = screen.getByLabelText<HTMLInputElement>('Name').form as HTMLFormElement;
  act(() => {
    // Both before anything is drawn anew.
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  expect(add().getAttribute('aria-disabled')).toBe('true');
  await user.click(add());
  expect(send).toHaveBeenCalledTimes(1);
});

test('after a refusal it can be sent again', async () => {
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

test('what is wrong is said from the first try on, and the first wrong field gets the focus', async () => {
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

test('what the server says of a field stands there, with the focus, until it is changed', async () => {
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

test('a refusal keeps what was typed; what was sent is typed no more', async () => {
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

test('while something is typed the browser asks before the page is left', async () => {
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

test('it does not ask where nobody would miss what is typed', () => {
  show({ send: async () => undefined, isFleeting: true });
  fillBoth();
  expect(asksBeforeLeaving()).toBe(false);
});

test('of what is there already only the change is sent, and a clash is asked about', async () => {
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
