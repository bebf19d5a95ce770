import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { stubBrowserParts } from '#testing/web/render.ts';
import { isApplicationPath } from './paths.ts';
import { Routes } from './routes.tsx';

const person = {
  id: '1',
  firstName: 'Maria',
  lastName: 'Carter',
  email: 'maria@example.com',
  accountNumber: 'GA-104823',
  createdAt: '2026-01-01T00:00:00.000Z',
  subscriptionEndDate: '2027-01-01T00:00:00.000Z',
};

const OPTIONS = {
  registrationOpen: true,
  billing: 'built-in',
  supportEmail: 'help@example.com',
  sendsMail: true,
};

/** Responses for a household whose alerts reach a person and were all sent. */
const ALERTS = { people: [], reachesSomebody: true, alerts: [], more: 0 };

// Loads the modules before the tests, because transforming them when a screen is first opened takes
// long.
beforeAll(async () => {
  await import('./family-routes.tsx');
  await import('./screens/AdminPanel.tsx');
}, 60_000);

beforeEach(() => {
  stubBrowserParts();
  vi.stubGlobal('scrollTo', () => undefined);
});

afterEach(() => {
  window.history.replaceState(null, '', '/');
});

function open(path: string, answer: () => Response) {
  vi.stubGlobal('fetch', async (asked: string) => {
    if (asked.startsWith('/api/auth/user')) return answer();
    if (asked.startsWith('/api/auth/options')) return new Response(JSON.stringify(OPTIONS));
    if (asked.startsWith('/api/alerts/')) return new Response(JSON.stringify(ALERTS));
    return asked.startsWith('/api/settings')
      ? new Response('{}', { status: 503 })
      : new Response('[]');
  });
  window.history.replaceState(null, '', path);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Routes />
    </QueryClientProvider>,
  );
}

const nobody = () => new Response('{"error":"Please sign in."}', { status: 401 });
const signedInAs = (role: string) => () => new Response(JSON.stringify({ ...person, role }));
const expired = () =>
  new Response('{"error":"Subscription expired","code":"subscription-expired"}', { status: 403 });

const place = () => window.location.pathname + window.location.search;
const arrives = (at: string) =>
  vi.waitFor(() => expect(place()).toBe(at), { timeout: 10_000, interval: 20 });

test.each([
  ['/', '/'],
  ['/auth', '/auth'],
  ['/admin', '/auth?next=%2Fadmin'],
  ['/medications', '/auth?next=%2Fmedications'],
  ['/admin/analytics', '/auth?next=%2Fadmin%2Fanalytics'],
  ['/my-day', '/auth?next=%2Fmy-day'],
  ['/photos', '/auth?next=%2Fphotos'],
  ['/activity/watch', '/auth?next=%2Factivity%2Fwatch'],
])('%s shows the sign-in screen without a session', async (path, at) => {
  open(path, nobody);
  await screen.findByLabelText('Email', {}, { timeout: 10_000 });
  expect(place()).toBe(at);
});

test.each([
  ['/watch', '/activity/watch'],
  ['/listen', '/activity/listen'],
  ['/read', '/activity/read'],
  ['/call', '/activity/call'],
  ['/activity', '/'],
  ['/activity/dance', '/'],
  ['/auth', '/'],
  ['/auth?next=%2Fphotos', '/photos'],
  ['/auth?next=%2F%2Felsewhere.example', '/'],
  ['/subscription-expired', '/'],
  ['/admin', '/'],
  ['/medications', '/'],
  ['/home-buttons', '/'],
  ['/settings', '/'],
  ['/analytics', '/'],
])('a person of role user is redirected from %s to %s', async (path, at) => {
  open(path, signedInAs('user'));
  await arrives(at);
});

test('/analytics without a session explains why it is empty', async () => {
  open('/analytics', nobody);
  const name = 'Please log in to view analytics';
  await screen.findByRole('heading', { name }, { timeout: 10_000 });
  expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/');
  expect(place()).toBe('/analytics');
});

test('/analytics redirects an administrator to the panel', async () => {
  open('/analytics', signedInAs('admin'));
  await arrives('/admin');
});

test('/admin opens the first tab for administrators', async () => {
  open('/admin', signedInAs('admin'));
  const name = 'Content Management';
  await screen.findByRole('heading', { name, level: 1 }, { timeout: 10_000 });
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(name);
});

test('an expired subscription opens its screen', async () => {
  open('/admin', expired);
  await screen.findByRole('heading', { name: 'Subscription Expired' }, { timeout: 10_000 });
  expect(place()).toBe('/subscription-expired');
  const support = await screen.findByRole('link', { name: 'Contact Support' });
  expect(support.getAttribute('href')).toBe(
    'mailto:help@example.com?subject=Subscription%20Renewal',
  );
});

test.each([
  ['a visitor without a session', nobody],
  ['an elder', signedInAs('user')],
  ['an administrator', signedInAs('admin')],
])('an unknown path shows the not-found screen for %s', async (_, answer) => {
  open('/nowhere', answer);
  await screen.findByRole('heading', { name: 'Page Not Found' }, { timeout: 10_000 });
});

test('a loading text is shown while the current user is loading', () => {
  open('/', () => nobody());
  expect(screen.getByRole('status').textContent).toContain('Loading...');
});

test('the server knows the paths of all screens', () => {
  expect(['/', '/admin', '/activity/watch', '/my-day/'].every(isApplicationPath)).toBe(true);
  expect(['/nowhere', '/admin/x', '/auths', '//'].some(isApplicationPath)).toBe(false);
});
