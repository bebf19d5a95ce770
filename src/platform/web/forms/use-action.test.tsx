import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api.ts';
import { toast } from '../toasts.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { AlreadyReported, type Outcome } from './attempt.ts';
import { useAction } from './use-action.ts';

afterEach(() => {
  act(() => toast.close());
});

interface WaterProps extends Outcome<string> {
  call: (litres: number) => Promise<string>;
}

function Water(props: WaterProps) {
  const { run, isPending, refusal } = useAction(props);
  return (
    <>
      <button type="button" aria-busy={isPending} onClick={() => run(2)}>
        Water
      </button>
      <p>{refusal}</p>
      <Toasts />
    </>
  );
}

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Water' }));
const pressed = () => act(async () => press());
const said = (role: 'status' | 'alert') => screen.getByRole(role).textContent;
const refused = async () => {
  throw new ApiError(409, '{"error":"The can is empty."}', '');
};

test('two presses before the answer make one call, and a press after it makes another', async () => {
  let answer = (_what: string): void => undefined;
  const call = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  );
  render(<Water call={call} />);
  act(() => {
    press();
    press();
  });
  expect(call.mock.calls).toEqual([[2]]);
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  await act(async () => answer('roses'));
  press();
  expect(call).toHaveBeenCalledTimes(2);
});

test('success is reported, also with a message made from the answer, and onDone is called', async () => {
  const onDone = vi.fn();
  const { rerender } = render(<Water call={async () => 'roses'} success="Done" onDone={onDone} />);
  await pressed();
  expect(said('status')).toBe('SuccessDone');
  expect(onDone).toHaveBeenCalledWith('roses');
  rerender(<Water call={async () => 'roses'} success={(what) => ({ title: `The ${what}` })} />);
  await pressed();
  expect(said('status')).toBe('The roses');
});

test.each([
  ['the server gives a reason', refused, 'Not watered', 'ErrorThe can is empty.'],
  [
    'the failure has no reason',
    () => Promise.reject(new TypeError()),
    'Not watered',
    'ErrorNot watered',
  ],
  [
    'the action has its own title',
    refused,
    { title: 'Dry', text: 'Sorry.' },
    'DryThe can is empty.',
  ],
  ['the action has its own message', refused, () => 'No water.', 'ErrorNo water.'],
])('a refusal is reported: %s', async (_, call, failure, words) => {
  const onDone = vi.fn();
  const onRefused = vi.fn();
  render(<Water {...{ call, failure, onDone, onRefused }} />);
  await pressed();
  expect(said('alert')).toBe(words);
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(onDone).not.toHaveBeenCalled();
});

test('an inline refusal is shown next to the button until the next answer', async () => {
  const call = vi.fn(async () => 'roses');
  call.mockImplementationOnce(refused);
  render(<Water call={call} failure="Not watered" isInline />);
  await pressed();
  expect(said('alert')).toBe('');
  expect(screen.getByText('The can is empty.')).toBeTruthy();
  await pressed();
  expect(screen.queryByText('The can is empty.')).toBeNull();
});

test('a failure that was already reported shows no toast', async () => {
  const onDone = vi.fn();
  const call = async () => {
    throw new AlreadyReported();
  };
  render(<Water call={call} success="Done" failure="Not watered" onDone={onDone} />);
  await pressed();
  expect([said('status'), said('alert')]).toEqual(['', '']);
  expect(onDone).not.toHaveBeenCalled();
});
