import { ApiError } from '#platform/web/api.ts';
import { isSignedOut } from './queries.ts';

const NO_COOKIES =
  'This browser does not keep cookies, which signing in needs. Please allow cookies for this site in its settings and try again.';

/** The browser stores no session cookie, so the sign-in would end with the next call. */
class NoSessionKept extends ApiError {
  constructor() {
    super(401, JSON.stringify({ error: NO_COOKIES }), '');
  }
}

/**
 * Starts a session with `start` and resolves after verifying that the browser stored its cookie. A
 * browser without cookies is refused first, so that `start` uses up no code.
 */
export async function startVerifiedSession<Answer>(start: () => Promise<Answer>): Promise<Answer> {
  if (!keepsCookies()) throw new NoSessionKept();
  const answer = await start();
  if (await isSignedOut()) throw new NoSessionKept();
  return answer;
}

/**
 * Verified with a test cookie, because some browsers report that they accept cookies and drop them.
 */
function keepsCookies(): boolean {
  const probe = 'cookie-probe=1';
  // biome-ignore lint/suspicious/noDocumentCookie: Safari 15 has no other way to try it.
  document.cookie = `${probe}; SameSite=Lax`;
  const isKept = document.cookie.includes(probe);
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${probe}; SameSite=Lax; Max-Age=0`;
  return isKept;
}
