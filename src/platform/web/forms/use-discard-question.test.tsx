import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fillIn, loadModal, stubBrowserParts } from '#testing/web/render.ts';
import { toast, useErrorsEndWith } from '../toasts.ts';
import { TextField } from '../ui/TextField.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useForm } from './use-form.ts';

/** Fake of the browser's CloseWatcher, which reports the Back gesture of a phone. */
class FakeCloseWatcher extends EventTarget {
  static open: FakeCloseWatcher[] = [];
  constructor() {
    super();
    FakeCloseWatcher.open.push(this);
  }
  destroy(): void {
    FakeCloseWatcher.open = FakeCloseWatcher.open.filter((one) => one !== this);
  }
}

const goBack = (type: 'cancel' | 'close') =>
  act(() => {
    const watcher = FakeCloseWatcher.open.at(-1);
    if (type === 'close') watcher?.destroy();
    watcher?.dispatchEvent(new Event(type, { cancelable: type === 'cancel' }));
  });

function NameForm({ onClose, send }: { onClose: () => void; send: () => Promise<void> }) {
  const form = useForm({ fieldsOf: () => ({ name: '' }), send, failure: 'Not added' });
  return (
    <FormDialog title="Pet" action="Add" form={form} onClose={onClose}>
      <TextField label="Name" {...form.field('name')} />
    </FormDialog>
  );
}

beforeAll(loadModal);

beforeEach(() => {
  stubBrowserParts();
  FakeCloseWatcher.open = [];
  vi.stubGlobal('CloseWatcher', FakeCloseWatcher);
});

afterEach(() => {
  act(() => toast.close());
});

function show(send: () => Promise<void> = async () => undefined) {
  const onClose = vi.fn();
  render(
    <>
      <NameForm onClose={onClose} send={send} />
      <Toasts />
    </>,
  );
  return { onClose, user: userEvent.setup({ delay: null }) };
}

const question = () => screen.queryByRole('alertdialog', { name: 'Close without saving?' });
const inQuestion = async () => within(await screen.findByRole('alertdialog'));

test('a dialog without input closes at once', async () => {
  const { onClose, user } = show();
  act(() => screen.getByLabelText('Name').focus());
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(2);
  goBack('cancel');
  expect(onClose).toHaveBeenCalledTimes(3);
});

test.each([
  [
    'Escape',
    (user: ReturnType<typeof userEvent.setup>) => {
      // Waits for the field's focus, which returns only after the question has closed.
      act(() => screen.getByLabelText('Name').focus());
      return user.keyboard('{Escape}');
    },
  ],
  [
    'its Close button',
    (user: ReturnType<typeof userEvent.setup>) =>
      user.click(screen.getByRole('button', { name: 'Close' })),
  ],
  ['the Back key of a phone', async () => goBack('cancel')],
  ['a Back key that cannot be canceled', async () => goBack('close')],
])('a dialog with input asks before it closes: by %s', async (_, leave) => {
  const { onClose, user } = show();
  fillIn('Name', 'Minka');
  await leave(user);
  await user.click((await inQuestion()).getByRole('button', { name: 'Go on' }));
  expect(question()).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Minka');
  await leave(user);
  await user.click((await inQuestion()).getByRole('button', { name: 'Close without saving' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Cancel closes without a question', async () => {
  const { onClose, user } = show();
  fillIn('Name', 'Minka');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(question()).toBeNull();
});

test('an error is shown until a field changes', async () => {
  const { user } = show(() => Promise.reject(new TypeError('offline')));
  fillIn('Name', 'Minka');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Not added')).toBeTruthy();
  fillIn('Name', 'Minka the cat');
  expect(screen.queryByText('Not added')).toBeNull();
});

test('an error disappears with its part of the screen, a success message stays', () => {
  function Part({ name }: { name: string }) {
    useErrorsEndWith(name);
    return <Toasts />;
  }
  const { rerender } = render(<Part name="sign in" />);
  act(() => toast.error('Login failed'));
  rerender(<Part name="sign in" />);
  expect(screen.getByText('Login failed')).toBeTruthy();
  rerender(<Part name="create" />);
  expect(screen.queryByText('Login failed')).toBeNull();
  act(() => toast.success('Saved'));
  rerender(<Part name="sign in" />);
  expect(screen.getByText('Saved')).toBeTruthy();
});
