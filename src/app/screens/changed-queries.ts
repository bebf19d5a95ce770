/**
 * Query key of the day's overview. It depends on almost every topic, so each change invalidates it;
 * unchanged data costs a 304.
 */
const TODAY = 'today';

/**
 * Query keys to invalidate, by topic: the first segment of the path of the call that changed data.
 */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  medications: [
    'bin',
    'medications',
    'upcoming-medications',
    'medication-logs',
    'adherence',
    'stocks',
  ],
  'medication-logs': ['upcoming-medications', 'medication-logs', 'adherence', 'alerts', 'stocks'],
  'medication-snoozes': ['upcoming-medications', 'medication-logs'],
  away: ['away', 'medications', 'upcoming-medications', 'adherence', 'stocks'],
  'doctor-links': ['doctor-links'],
  stocks: ['stocks'],
  measures: ['measures'],
  'measure-values': ['measures', 'measure-values'],
  'day-notes': ['day-notes'],
  alerts: ['alerts'],
  'alarm-tests': ['alarm-tests'],
  // Due doses, events and daily figures depend on the time zone; the weather depends on the place.
  settings: [
    'settings',
    'upcoming-medications',
    'medication-logs',
    'adherence',
    'stocks',
    'todays-events',
    'weather',
    'analytics',
  ],
  accessibility: ['accessibility'],
  fittings: ['fittings'],
  'home-buttons': ['home-buttons'],
  'photo-albums': ['bin', 'photo-albums', 'photos', 'idle-frame'],
  photos: ['bin', 'photo-albums', 'photos', 'idle-frame'],
  'idle-frame': ['idle-frame'],
  // Analytics shows the titles of the content that was opened most.
  videos: ['bin', 'videos', 'analytics'],
  playlists: ['bin', 'playlists', 'analytics'],
  articles: ['bin', 'articles', 'analytics'],
  analytics: ['analytics'],
  'calendar-events': ['bin', 'calendar-events', 'todays-events'],
  devices: ['devices'],
  users: ['people', 'current-user', 'analytics', 'accessibility', 'alerts'],
  subscription: ['subscription', 'people', 'current-user'],
};

// All query keys. A restore from the bin may change any data, so its topic is not listed and
// invalidates all keys.
const ALL = new Set(Object.values(SHOWN_BY).flat());

/** Returns the query keys to invalidate; all of them for an unknown topic. */
export function keysOf(topics: readonly string[]): ReadonlySet<string> {
  const keys = new Set(topics.length > 0 ? [TODAY] : []);
  for (const topic of topics) {
    const shown = SHOWN_BY[topic];
    if (shown === undefined) return new Set([...ALL, TODAY]);
    for (const key of shown) keys.add(key);
  }
  return keys;
}
