import { type APIRequestContext, expect } from '@playwright/test';

/** A server whose mails a test can read. */
interface Mailing {
  mailTo(address: string, subject: RegExp): Promise<{ readonly text: string }>;
}

/**
 * Confirms the email of a new account by the link in its mail, because alerts are sent only to
 * confirmed addresses.
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
