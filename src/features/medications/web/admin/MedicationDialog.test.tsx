import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { localDate } from '#platform/shared/zoned-time.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { toast } from '#platform/web/toasts.ts';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { fillIn, loadModal, stubBrowserParts } from '#testing/web/render.ts';
import type { Medication } from '../../contract.ts';
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
  shortestIntervalMinutes: null,
  mostIn24Hours: null,
  userId: 'system',
  version: 1,
};

const sent = vi.fn();

beforeAll(loadModal);

beforeEach(() => {
  stubBrowserParts();
  sent.mockReset();
  vi.stubGlobal('fetch', async (_: string, options: RequestInit) => {
    sent(options.method, JSON.parse(String(options.body)));
    return new Response('{"id":"1"}');
  });
});

afterEach(() => {
  act(() => toast.close());
});

function show(medication?: Medication, present?: Medication | null) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MedicationDialog
        timezone="America/New_York"
        onClose={onClose}
        {...(medication ? { medication } : {})}
        present={present}
      />
      <Toasts />
    </QueryClientProvider>,
  );
  return { onClose, user: userEvent.setup({ delay: null }) };
}

const inDialog = () => within(screen.getByRole('dialog'));
const removeButtons = () => screen.queryAllByRole('button', { name: /^Remove time/ });

function expectNoon(time: string) {
  expect(screen.getByRole('combobox', { name: `${time}, hour` })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: `${time}, minutes` })).toBeTruthy();
  const group = within(screen.getByRole('group', { name: time }));
  expect(group.getByRole('radio', { name: 'PM', checked: true })).toBeTruthy();
}

async function choose(user: ReturnType<typeof userEvent.setup>, button: RegExp, option: string) {
  await user.selectOptions(screen.getByRole('combobox', { name: button }), option);
}

test('a form without a name is not sent and shows the missing field', async () => {
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

test('the form states that a time moved after its dose was taken begins tomorrow', async () => {
  const today = localDate(new Date(), 'America/New_York');
  const dose = { id: `${lisinopril.id}_${today}_0810`, status: 'taken' };
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('/upcoming-medications') ? [dose] : []),
  );
  const { user } = show(lisinopril);
  const words = /begins tomorrow/;
  expect(screen.queryByText(words)).toBeNull();
  await choose(user, /^Time 1, minutes/, '30');
  expect(await screen.findByText(words)).toHaveProperty(
    'textContent',
    'Today’s 8:10 AM dose was taken: 8:30 AM begins tomorrow.',
  );
});

test('the frequency As Needed hides the times', async () => {
  const { user } = show();
  await choose(user, /Frequency$/, 'As Needed');
  expect(screen.queryByText('Reminder times')).toBeNull();
});

test('a stored time outside of the quarter hours survives an edit', async () => {
  const { user } = show(lisinopril);
  fillIn(/^Dosage/, '10 mg, one tablet');
  await user.click(inDialog().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Medication updated successfully.')).toBeTruthy();
  // Only changed fields are sent, so the time remains as stored.
  expect(sent).toHaveBeenCalledWith('PATCH', { dosage: '10 mg, one tablet', version: 1 });
});

test("a failure shows the server's message and the dialog stays open", async () => {
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

const THEIRS = { ...lisinopril, dosage: '20 mg', version: 2 };

/** Stubs a server that refuses changes of an older version. */
function serverWith(current: Medication) {
  vi.stubGlobal('fetch', async (_: string, options: RequestInit = {}) => {
    if (options.method !== 'PATCH') return new Response('[]');
    const body = JSON.parse(String(options.body));
    sent(options.method, body);
    if (body.version === current.version) return new Response(JSON.stringify(current));
    const error = 'Somebody else changed this meanwhile.';
    return new Response(JSON.stringify({ error, code: 'changed-meanwhile', current }), {
      status: 409,
    });
  });
}

test('a change of another field by another administrator is merged without a question', async () => {
  serverWith(THEIRS);
  const { user, onClose } = show(lisinopril);
  fillIn(/^Instructions/, 'With water.');
  await user.click(inDialog().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Medication updated successfully.')).toBeTruthy();
  expect(sent.mock.calls.map(([, body]) => body)).toEqual([
    { instructions: 'With water.', version: 1 },
    { instructions: 'With water.', version: 2 },
  ]);
  expect(onClose).toHaveBeenCalled();
});

test.each([
  ['Keep mine: Dosage', { dosage: '30 mg', version: 2 }],
  ['Use theirs: Dosage', { version: 2 }],
])('a conflict shows both values and preserves the input: %s', async (button, last) => {
  serverWith(THEIRS);
  const { user, onClose } = show(lisinopril);
  fillIn(/^Dosage/, '30 mg');
  await user.click(inDialog().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Theirs now: 20 mg')).toBeTruthy();
  expect(screen.getByText('Yours: 30 mg')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(sent).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: button }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toHaveBeenLastCalledWith('PATCH', last);
});

test('a newer version is shown at once in the open dialog', async () => {
  show(lisinopril, THEIRS);
  const notice = screen.getByRole('alert', { name: 'Changed by somebody else' });
  expect(notice.textContent).toContain('Dosage: 20 mg');
  expect(screen.getByLabelText<HTMLInputElement>(/^Dosage/).value).toBe('20 mg');
});

test('the input stays when another administrator deletes the medication', () => {
  show(lisinopril, null);
  expect(screen.getByText(/Somebody else deleted this medication/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Dosage/).value).toBe('10 mg');
});

test('a refusal because of the quota asks no question', async () => {
  const error = 'There is room for 100 medications. Please delete one that is over first.';
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit = {}) =>
    method === 'POST'
      ? new Response(JSON.stringify({ error, code: 'medications-full' }), { status: 409 })
      : new Response('[]'),
  );
  const { user } = show();
  fillIn('Name', 'Lisinopril');
  await user.click(inDialog().getByRole('button', { name: 'Add Medication' }));
  expect(await screen.findByText(error)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add it again' })).toBeNull();
});

test('a duplicate medication requires a confirmation before it is added', async () => {
  vi.stubGlobal('fetch', async (_: string, options: RequestInit = {}) => {
    if (options.method !== 'POST') return new Response('[]');
    const body = JSON.parse(String(options.body));
    sent(options.method, body);
    if (body.evenIfThere) return new Response('{"id":"m"}');
    const error = 'Lisinopril at 8:00 AM is already there.';
    return new Response(JSON.stringify({ error, code: 'medication-already-there' }), {
      status: 409,
    });
  });
  const { user, onClose } = show();
  fillIn('Name', 'Lisinopril');
  await user.click(inDialog().getByRole('button', { name: 'Add Medication' }));
  expect(
    await screen.findByText('Lisinopril at 8:00 AM is already there. Add it again?'),
  ).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Add it again' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
});
