import type { FastifyInstance } from 'fastify';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import type { DemoSignIn } from './demo.ts';
import { DEMO_LANDSCAPES, paint } from './demo-pictures.ts';

const VIDEOS = [
  { title: 'Big Buck Bunny', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
  { title: 'Sintel', url: 'https://www.youtube.com/watch?v=eRsGyueVLvQ' },
];

const PLAYLISTS = [
  {
    name: 'Peaceful Piano',
    spotifyUrl: 'https://open.spotify.com/playlist/37i9dQZF1DX4sWSpwq3LiO',
  },
];

const ARTICLES = [
  { title: 'The garden', url: 'https://en.wikipedia.org/wiki/Garden' },
  { title: 'Mount Greylock', url: 'https://en.wikipedia.org/wiki/Mount_Greylock' },
];

/** One event today, and one that repeats weekly. */
function eventsOf(today: string) {
  return [
    {
      title: 'Dr. Patel, heart check-up',
      eventDate: today,
      startTime: '14:00',
      endTime: '15:00',
      eventType: 'appointment',
    },
    {
      title: 'Video call with Ella',
      eventDate: today,
      startTime: '16:30',
      endTime: '17:00',
      eventType: 'social',
      recurring: true,
      recurringFrequency: 'weekly',
    },
    {
      title: 'Chair exercises',
      eventDate: addDays(today, 1),
      startTime: '10:00',
      endTime: '10:30',
      eventType: 'exercise',
      recurring: true,
      recurringFrequency: 'daily',
    },
  ];
}

/** Fills a demo household through the API, as a family would. */
export async function addDemoContent(
  app: FastifyInstance,
  { family, password }: DemoSignIn,
  now: Date,
): Promise<void> {
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: family, password },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload === undefined ? {} : { payload }),
    });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  };
  const today = localDate(now, DEFAULT_SETTINGS.timezone);
  for (const event of eventsOf(today)) await send('POST', '/api/calendar-events', event);
  await send('PATCH', '/api/settings', { googleMeetRoomUrl: 'https://meet.google.com/' });
  await Promise.all([
    ...VIDEOS.map((video) => send('POST', '/api/videos', video)),
    ...PLAYLISTS.map((playlist) => send('POST', '/api/playlists', playlist)),
    ...ARTICLES.map((article) => send('POST', '/api/articles', article)),
  ]);
  const [album] = await send('GET', '/api/photo-albums');
  for (const landscape of DEMO_LANDSCAPES) {
    const photo = await paint(landscape);
    const added = await upload(app, `/api/photo-albums/${album.id}/photos`, cookie, photo);
    if (landscape.caption === '') continue;
    await send('PUT', `/api/photos/${added}`, { caption: landscape.caption });
  }
}

async function upload(app: FastifyInstance, url: string, cookie: string, photo: Buffer) {
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(photo)]), 'landscape.jpg');
  const body = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { cookie, 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
  return String(answer.json().photos[0].id);
}
