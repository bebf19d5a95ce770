import { type Feature, feature } from '#platform/server/feature.ts';
import { alarmTestCalls } from './contract.ts';
import { answerTest, askDevice, listTests, waitingTests } from './server/alarm-tests.ts';

export { testsOfDevices } from './server/alarm-tests.ts';

/** Lets the family test the alarm of an elder's device remotely. */
export const alarmTestsFeature: Feature = feature(alarmTestCalls, {
  ask: ({ body }, context) => askDevice(body.deviceId, context),
  listOf: ({ params }, context) => listTests(params.userId, context),
  waiting: (_call, context) => waitingTests(context),
  answer: ({ params, body }, context) => answerTest(params.id, body.outcome, context),
});
