/**
 * Latest wins: sends one value at a time. If several values are waiting, only the last is sent, and
 * the calls for the others resolve with undefined. A rejection of `send` reaches only the caller of
 * that value.
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
