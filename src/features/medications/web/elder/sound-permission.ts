/**
 * Time to wait for the browser to refuse the sound. Without a refusal within this time, sound is
 * allowed.
 */
const MAX_REFUSAL_MS = 100;

/**
 * True if this browser allows sound before the first touch, as a kiosk browser can be configured
 * to. It is tested with an empty audio element, because a blocked audio context would log a warning
 * in the console.
 */
export async function maySoundUntouched(): Promise<boolean> {
  const policy = policyOf(navigator);
  if (policy !== undefined) return policy === 'allowed';
  const refusal = new Audio().play().then(
    () => false,
    () => true,
  );
  const silence = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), MAX_REFUSAL_MS);
  });
  return !(await Promise.race([refusal, silence]));
}

/** Returns the autoplay policy, in browsers that expose it. */
function policyOf(browser: Navigator): unknown {
  if (!('getAutoplayPolicy' in browser)) return undefined;
  const { getAutoplayPolicy } = browser;
  if (typeof getAutoplayPolicy !== 'function') return undefined;
  return getAutoplayPolicy.call(browser, 'audiocontext');
}
