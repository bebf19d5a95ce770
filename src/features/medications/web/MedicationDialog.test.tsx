import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#kit/web/query-client.ts';
import { fillIn, stubBrowserParts } from '#kit/web/testing.ts';
import { Toasts, toast } from '#kit/web/toasts.tsx';
import type { Medication } from '../contract.ts';
import { MedicationDialog } from './MedicationDialog.tsx';

const lisinopril: Medication = {
  id: '0b6f5a52-6f0e-4f43-9f43-1f5c3f5f4a11',
  name: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'daily',
  times: ['08:10'],
  startDate: '2026-01-05',
  endDate: null,
  instructions: '',
  pillImageUrl: null,
  isActive: true,
  reminderEnabled: true,
  soundEnabled: true,
  userId: 'system',
};

const sent = vi.fn();

beforeEach(() => {
  stubBrowserParts();
  sent.mockReset();
  vi.stubGlobal('fetch', async (_: string, options: RequestInit) => {
    sent(options.method, JSON.parse(String(options.body)));
    return new Response('{}');
  });
});

afterEach(() => {
  act(() => toast.close());
});

function show(medication?: Medication) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MedicationDialog
        timezone="America/New_York"
        onClose={onClose}
        {...(medication ? { medication } : {})}
      />
      <Toasts look="admin" />
    </QueryClientProvider>,
  );
  return { onClose, user: userEvent.setup({ delay: null }) };
}

const inDialog = () => within(screen.getByRole('dialog'));
const removeButtons = () => screen.queryAllByRole('button', { name: /^Remove time/ });

function expectNoon(time: string) {
  expect(screen.getByRole('button', { name: `12 ${time}, hour` })).toBeTruthy();
  expect(screen.getByRole('button', { name: `00 ${time}, minutes` })).toBeTruthy();
  const group = within(screen.getByRole('group', { name: time }));
  expect(group.getByRole('radio', { name: 'PM', checked: true })).toBeTruthy();
}

async function choose(user: ReturnType<typeof userEvent.setup>, button: RegExp, option: string) {
  await user.click(screen.getByRole('button', { name: button }));
  await user.click(await screen.findByRole('option', { name: option }));
}

test('without a name nothing is sent and what is missing is said', async () => {
  const { user, onClose } = show();
  await user.click(inDialog().getByRole('button', { name: 'Add Medication' }));
  expect(screen.getByText('Validation Error')).toBeTruthy();
  expect(screen.getByText('Please fill in all required fields.')).toBeTruthy();
  expect(screen.getByText('Enter the name of the medication.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(sent).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('a new medication starts daily at 08:00 and is added', async () => {
  const { user, onClose } = show();
  fillIn('Name', 'Aspirin');
  await user.click(inDialog().getByRole('button', { name: 'Add Medication' }));
  expect(await screen.findByText('Medication added successfully.')).toBeTruthy();
  expect(sent).toHaveBeenCalledWith(
    'POST',
    expect.objectContaining({ name: 'Aspirin', frequency: 'daily', times: ['08:00'] }),
  );
  expect(onClose).toHaveBeenCalled();
});

test('Remove time shows only when more than one time exists; a new one is 12:00', async () => {
  const { user } = show();
  expect(removeButtons()).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Add time' }));
  expect(removeButtons()).toHaveLength(2);
  expectNoon('Time 2');
  await user.click(screen.getByRole('button', { name: 'Remove time 1' }));
  expect(removeButtons()).toHaveLength(0);
  expectNoon('Time 1');
});

test('as needed hides the times', async () => {
  const { user } = show();
  await choose(user, /Frequency$/, 'As Needed');
  expect(screen.queryByText('Reminder times')).toBeNull();
});

test('a stored time outside of the quarter hours survives an edit', async () => {
  const { user } = show(lisinopril);
  fillIn(/^Dosage/, '10 mg, one tablet');
  await user.click(inDialog().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Medication updated successfully.')).toBeTruthy();
  expect(sent).toHaveBeenCalledWith(
    'PATCH',
    expect.objectContaining({ times: ['08:10'], dosage: '10 mg, one tablet' }),
  );
});

test('a failure says what the server says and the dialog stays', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('{"error":"That is too long."}', { status: 400 }),
  );
  const { user, onClose } = show(lisinopril);
  await user.click(inDialog().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to update medication')).toBeTruthy();
  expect(screen.getByText('That is too long.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
