import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadModal, stubBrowserParts } from '#testing/web/render.ts';
import { ApiError } from '../api.ts';
import { toast } from '../toasts.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

beforeAll(loadModal);

beforeEach(stubBrowserParts);

afterEach(() => {
  act(() => toast.close());
});

type Asked = Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'text' | 'action' | 'onClose'>;

function Asking(asked: Asked) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen ? (
        <ConfirmDialog
          title="Delete album"
          text="Delete “Summer”?"
          action="Delete"
          {...asked}
          onClose={() => setOpen(false)}
        />
      ) : null}
      <Toasts />
    </>
  );
}

function show(asked: Asked) {
  render(<Asking {...asked} />);
  const user = userEvent.setup({ delay: null });
  return (name: string) => user.click(screen.getByRole('button', { name }));
}

const isOpen = () => screen.queryByRole('alertdialog', { name: 'Delete album' }) !== null;
const said = (role: 'status' | 'alert') => screen.getByRole(role).textContent;
const rejects = (status: number, body: object) =>
  vi.fn(() => Promise.reject(new ApiError(status, JSON.stringify(body), '')));

test('the dialog opens with the focus on Cancel, which closes it without a call', async () => {
  const call = vi.fn(async () => undefined);
  const press = show({ call });
  expect(screen.getByText('Delete “Summer”?')).toBeTruthy();
  // React moves the focus in an effect, which can be late on a busy machine.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })),
  );
  await press('Cancel');
  expect(isOpen()).toBe(false);
  expect(call).not.toHaveBeenCalled();
});

test('confirming calls once, shows that it is busy, reports success and closes', async () => {
  let done = (): void => undefined;
  const call = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        done = resolve;
      }),
  );
  const onDone = vi.fn();
  const press = show({ call, success: 'Album deleted', onDone });
  await press('Delete');
  await press('Delete');
  expect(call).toHaveBeenCalledTimes(1);
  const button = screen.getByRole('button', { name: 'Delete' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await act(async () => done());
  expect(said('status')).toBe('SuccessAlbum deleted');
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(isOpen()).toBe(false);
});

test('a refusal is shown, and the dialog closes', async () => {
  const press = show({ call: rejects(409, { error: 'It is in use.' }), failure: 'Not deleted' });
  await press('Delete');
  expect(said('alert')).toBe('ErrorIt is in use.');
  expect(isOpen()).toBe(false);
});

test('the alternative action is called instead', async () => {
  const call = vi.fn(async () => undefined);
  const less = vi.fn(async () => undefined);
  const press = show({ call, other: { action: 'Only hide it', call: less }, success: 'Done' });
  await press('Only hide it');
  expect(less).toHaveBeenCalledTimes(1);
  expect(call).not.toHaveBeenCalled();
  expect(said('status')).toBe('SuccessDone');
  expect(isOpen()).toBe(false);
});
