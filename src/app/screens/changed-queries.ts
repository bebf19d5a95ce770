/** What says how somebody is today follows from nearly everything; whatever has not changed costs 304. */
const TODAY = 'today';

/** By the first word of the path that changed something: the first word of the keys that show it. */
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
  // What is due depends on the timezone, and so do the events and the figures of the day; weather
  // on the place.
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
  // What is opened most is told by its title.
  videos: ['bin', 'videos', 'analytics'],
  playlists: ['bin', 'playlists', 'analytics'],
  articles: ['bin', 'articles', 'analytics'],
  analytics: ['analytics'],
  'calendar-events': ['bin', 'calendar-events', 'todays-events'],
  // How the tablets are.
  devices: ['devices'],
  users: ['people', 'current-user', 'analytics', 'accessibility', 'alerts'],
  subscription: ['subscription', 'people', 'current-user'],
};

// What is put back from the bin may be anything: nobody knows that topic.
const ALL = new Set(Object.values(SHOWN_BY).flat());

/** The first words of the keys that show what changed; of what nobody knows, all of them. */
export function keysOf(topics: readonly string[]): ReadonlySet<string> {
  const keys = new Set(topics.length > 0 ? [TODAY] : []);
  for (const topic of topics) {
    const shown = SHOWN_BY[topic];
    if (shown === undefined) return new Set([...ALL, TODAY]);
    for (const key of shown) keys.add(key);
  }
  return keys;
}
