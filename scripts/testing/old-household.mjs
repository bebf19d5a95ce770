// The household in the dumps of src/database/upgrades/. Its forms are those that servers of every
// version accept.
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

const CHOSEN_WEEKDAYS = {
  name: 'Methotrexate',
  frequency: 'chosen_weekdays',
  pattern: { kind: 'chosen_weekdays', weekdays: [1, 4] },
};

/**
 * Requests that add data, in this order. An older server rejects a request that it does not support
 * yet.
 */
const WRITTEN = [
  ['/api/settings', { timezone: 'Europe/Berlin' }, 'PUT'],
  ['/api/medications', MEDICATION],
  ['/api/medications', { ...MEDICATION, name: 'Ibuprofen', frequency: 'as_needed', times: [] }],
  // Rejected by versions without medications on chosen weekdays.
  ['/api/medications', { ...MEDICATION, ...CHOSEN_WEEKDAYS }],
  ['/api/calendar-events', EVENT],
  [
    '/api/videos',
    { title: 'The garden', url: 'https://example.org/garden.mp4', duration: '12:40' },
  ],
  ['/api/articles', { title: 'Roses', url: 'https://127.0.0.1/roses' }],
  ['/api/photo-albums', { name: 'Summer' }],
];

const WEIGHT = {
  id: '5b1c2f0e-6d5b-4a56-8a0e-5a8c5c6f1a10',
  kind: 'weight',
  unit: 'kg',
  first: 61.5,
  measuredAt: '2026-03-10T08:00:00.000Z',
};

const AWAY = {
  startDate: '2027-03-12',
  startTime: '09:00',
  endDate: '2027-03-15',
  endTime: '18:00',
  note: 'Hospital',
};

/** Registers the household at `url` and adds its data. */
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
  const elder = await ask('/api/users', ELDER);
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
  const userId = elder?.id;
  await ask(`/api/stocks/${medicationId}`, { left: 24, unitsPerDose: 1, warnBefore: 7 }, 'PUT');
  const asked = { kinds: ['weight'], weightUnit: 'kg', glucoseUnit: 'mg/dL' };
  await ask(`/api/measures/${userId}`, asked, 'PUT');
  await ask('/api/measure-values', { ...WEIGHT, userId });
  await ask('/api/day-notes', { userId, date: '2026-03-10', text: 'Dizzy after getting up.' });
  await ask('/api/away', AWAY);
  await ask('/api/doctor-links', { userId, days: 1 });
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
