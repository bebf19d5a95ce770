import { type APIRequestContext, expect } from '@playwright/test';

/** A server whose mails a test can wait for. */
interface Mailing {
  mailTo(address: string, subject: RegExp): Promise<{ readonly text: string }>;
}

/**
 * Confirms the email of a new account with the link in its mail; alerts are mailed only after that.
 */
export async function proveEmail(
  request: APIRequestContext,
  server: Mailing,
  email: string,
): Promise<void> {
  const { text } = await server.mailTo(email, /^Please confirm your email$/);
  const token = /token=([\w-]+)/.exec(text)?.[1];
  const answer = await request.post('/api/auth/confirm-email', { data: { token } });
  expect(answer.status(), await answer.text()).toBe(200);
}
