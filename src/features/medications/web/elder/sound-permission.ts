/** Where a browser keeps its answer back, it has not refused. */
const LONGEST_REFUSAL_MS = 100;

/**
 * Whether this browser lets the page sound before anybody has touched it, as a kiosk is told to. It
 * is asked by an empty player: an audio context that is refused would be a warning in the console.
 */
export async function maySoundUntouched(): Promise<boolean> {
  const policy = policyOf(navigator);
  if (policy !== undefined) return policy === 'allowed';
  const refusal = new Audio().play().then(
    () => false,
    () => true,
  );
  const silence = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), LONGEST_REFUSAL_MS);
  });
  return !(await Promise.race([refusal, silence]));
}

/** What the browser says of itself, where it does. */
function policyOf(browser: Navigator): unknown {
  if (!('getAutoplayPolicy' in browser)) return undefined;
  const { getAutoplayPolicy } = browser;
  if (typeof getAutoplayPolicy !== 'function') return undefined;
  return getAutoplayPolicy.call(browser, 'audiocontext');
}
