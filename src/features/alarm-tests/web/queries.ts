import { useMutation, useQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { useStale } from '#platform/web/create-mutation.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { useDeviceRequest } from '#platform/web/use-device-request.ts';
import type { AlarmTestCalls } from '../contract.ts';
import { MAX_WAIT_MS } from '../domain/alarm-test.ts';

const calls = callersOf<AlarmTestCalls>()({
  ask: 'POST /api/alarm-tests',
  listOf: 'GET /api/alarm-tests/of/{userId}',
  waiting: 'GET /api/alarm-tests',
  answer: 'PUT /api/alarm-tests/{id}',
});

const TESTS = ['alarm-tests'];

const testsOf = (userId: string) => [...TESTS, 'of', userId];

/** Polling interval while a test is pending, in milliseconds. */
const LOOK_MS = 5_000;

export function useAlarmTests(userId: string) {
  return useQuery({
    queryKey: testsOf(userId),
    queryFn: () => calls.listOf({ params: { userId } }),
    staleTime: 0,
    // Polling ends when the test has expired.
    refetchInterval: ({ state }) => (state.data?.some(isWaitedFor) ? LOOK_MS : false),
  });
}

export function useTryAlarm(userId: string) {
  return useMutation({
    mutationFn: (deviceId: string) => calls.ask({ body: { deviceId } }),
    onSettled: useStale(testsOf(userId)),
  });
}

function isWaitedFor({ outcome, askedAt }: { outcome: unknown; askedAt: string }): boolean {
  return outcome === null && serverNow() - Date.parse(askedAt) < 2 * MAX_WAIT_MS;
}

/** Polls for tests that this device should run. */
export function useWaitingAlarmTests(isWanted: boolean) {
  return useDeviceRequest([...TESTS, 'waiting'], () => calls.waiting(), isWanted);
}

/** Reports the result of a test; returns true if this device is the one that was asked. */
export async function answerAlarmTest(
  id: string,
  outcome: Parameters<typeof calls.answer>[0]['body']['outcome'],
): Promise<boolean> {
  return (await calls.answer({ params: { id }, body: { outcome }, keepalive: true })).isHere;
}
