// The household whose data src/database/upgrades/ keeps, as servers of every version take it.
const ELDER = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  password: 'a quiet blue harbour',
};

const MEDICATION = {
  name: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'daily',
  times: ['08:00'],
  startDate: '2026-03-01',
  instructions: 'With water.',
  userId: 'system',
};

const EVENT = {
  title: 'Chair exercises',
  description: 'In the garden room.',
  eventDate: '2026-03-10',
  startTime: '09:00',
  endTime: '09:30',
  eventTime: '09:00',
  eventType: 'exercise',
  recurring: true,
  recurringFrequency: 'daily',
  recurringUntil: '2026-12-31',
  allDay: false,
};

/** What a household writes down, in this order; a server that does not know one yet is not asked for it. */
const WRITTEN = [
  ['/api/settings', { timezone: 'Europe/Berlin' }, 'PUT'],
  ['/api/medications', MEDICATION],
  ['/api/medications', { ...MEDICATION, name: 'Ibuprofen', frequency: 'as_needed', times: [] }],
  ['/api/calendar-events', EVENT],
  [
    '/api/videos',
    { title: 'The garden', url: 'https://example.org/garden.mp4', duration: '12:40' },
  ],
  ['/api/articles', { title: 'Roses', url: 'https://127.0.0.1/roses' }],
  ['/api/photo-albums', { name: 'Summer' }],
];

/** Registers it at `url` and fills it. */
export async function fillHousehold(url) {
  const cookie = await register(url);
  const ask = async (path, body, method = 'POST') => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    process.stdout.write(`  ${answer.status} ${method} ${path}\n`);
    return answer.ok ? answer.json() : undefined;
  };
  await ask('/api/users', ELDER);
  const made = [];
  for (const [path, body, method] of WRITTEN) made.push(await ask(path, body, method));
  const medicationId = made[1]?.id;
  for (const [day, status] of [
    ['10', 'taken'],
    ['11', 'skipped'],
  ]) {
    const scheduledTime = `2026-03-${day}T07:00:00.000Z`;
    await ask('/api/medication-logs', { medicationId, scheduledTime, status, notes: '' });
  }
}

async function register(url) {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Maria',
      lastName: 'Carter',
      email: 'ada@example.com',
      phone: '(413) 555-0108',
      address1: '14 Spring Street',
      address2: 'Second floor',
      city: 'Williamstown',
      state: 'MA',
      postalCode: '01267',
      country: 'United States',
      password: 'window-to-the-garden',
      passwordConfirm: 'window-to-the-garden',
      subscriptionPlan: 'monthly',
      paymentMethodId: 'skip_payment',
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.headers.getSetCookie()[0].split(';')[0];
}
