/**
 * Latest wins: sends one value at a time. Of the values that wait only the last is sent; the others
 * resolve with undefined. A rejection of `send` reaches only its own caller.
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
