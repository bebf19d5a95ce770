import { afterEach, describe, expect, test } from 'vitest';
import { messageIn, notifyOtherTabs, onOtherTabs, type TabMessage } from './other-tabs.ts';

test.each<[unknown, TabMessage | undefined]>([
  [
    { kind: 'answering', key: 'a@1' },
    { kind: 'answering', key: 'a@1' },
  ],
  [
    { kind: 'settled', key: 'a@1', more: 1 },
    { kind: 'settled', key: 'a@1' },
  ],
  [
    { kind: 'logged', key: 'a@1', status: 'taken', at: '2026-03-10T12:04:00.000Z' },
    { kind: 'logged', key: 'a@1', status: 'taken', at: '2026-03-10T12:04:00.000Z' },
  ],
  [
    { kind: 'logged', key: 'a@1', status: 'taken' },
    { kind: 'logged', key: 'a@1', status: 'taken', at: null },
  ],
  [
    { kind: 'alerted', at: 5 },
    { kind: 'alerted', at: 5 },
  ],
  [{ kind: 'presses', more: 1 }, { kind: 'presses' }],
  [{ kind: 'logged', key: 'a@1', status: 'eaten' }, undefined],
  [{ kind: 'logged', key: 'a@1' }, undefined],
  [{ kind: 'answering', key: 7 }, undefined],
  [{ kind: 'answering' }, undefined],
  [{ kind: 'alerted', at: 'now' }, undefined],
  [{ kind: 'other', key: 'a@1' }, undefined],
  [null, undefined],
  ['answering', undefined],
])('messageIn accepts only valid messages: %j', (data, message) => {
  expect(messageIn(data)).toEqual(message);
});

describe('messages between tabs of one browser', () => {
  const others: BroadcastChannel[] = [];
  const otherTabOf = (who: string) => {
    const channel = new BroadcastChannel(`reminders of ${who}`);
    others.push(channel);
    return channel;
  };
  afterEach(() => {
    for (const channel of others.splice(0)) channel.close();
  });

  test('a tab receives messages of other tabs of the same person, and none of itself', async () => {
    const heard: TabMessage[] = [];
    const settled = new Promise<void>((resolve) => {
      onOtherTabs('ada', (message) => {
        heard.push(message);
        if (message.kind === 'settled') resolve();
      });
    });
    notifyOtherTabs('ada', { kind: 'answering', key: 'own' });
    otherTabOf('ben').postMessage({ kind: 'answering', key: 'of another' });
    const other = otherTabOf('ada');
    other.postMessage({ kind: 'answering', key: 'a@1' });
    other.postMessage({ kind: 'settled', key: 'a@1' });
    await settled;
    expect(heard.map((message) => 'key' in message && message.key)).toEqual(['a@1', 'a@1']);
  });
});
