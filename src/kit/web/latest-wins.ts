/**
 * Latest wins: sends values one after the other, never two at once. Of those that wait only the last is sent; the
 * others are overtaken and answer undefined. `send` tells of a failure in its answer.
 */
export function lastWins<Value, Answer>(
  send: (value: Value) => Promise<Answer>,
): (value: Value) => Promise<Answer | undefined> {
  let last = 0;
  let before: Promise<unknown> = Promise.resolve();
  return (value) => {
    last += 1;
    const mine = last;
    const turn = before.then(() => (mine === last ? send(value) : undefined));
    before = turn.catch(() => undefined);
    return turn;
  };
}
