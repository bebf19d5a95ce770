import { z } from 'zod';
import type { Portable } from '#platform/server/archive/portable.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';

/** Version of the archive's list of files and of its manifest. */
export const FORMAT = 'grand-app-household';
export const FORMAT_VERSION = 1;

export const README = 'README.txt';
export const MANIFEST = 'manifest.json';

/** The modification time of every file, so that archives with equal content are equal. */
export const FIXED_TIME = new Date('2000-01-01T00:00:00Z');

const bytes = z.int().min(0);

/** Maximum number of entries in `counts`; higher than the number of sections. */
const MAX_COUNTS = 50;

/** Minimum of the file limit, so that an archive with too many photos gets a precise error. */
const MIN_FILES = 55_000;

/** Files other than photos: pictures of pills and of content, and the JSON files. */
const BESIDE_PHOTOS = 5_000;

/** Maximum number of files in an archive; higher than the limit of photos. */
export function maxFiles({ photos }: HouseholdLimits): number {
  return Math.max(MIN_FILES, photos + BESIDE_PHOTOS);
}

const nameOfFile = z.string().min(1).max(200);
const checksum = z.string().max(64);

export const manifest = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.int(),
  /** Version of the product that made the archive. */
  productVersion: z.string().max(100),
  exportedAt: z.iso.datetime(),
  /** Number of rows by section. */
  counts: z
    .record(z.string().max(50), z.int().min(0))
    .refine((counts) => Object.keys(counts).length <= MAX_COUNTS),
  /** All files except the manifest, in order. */
  files: z.array(z.strictObject({ name: nameOfFile, bytes, sha256: checksum })),
  /** Files that rows reference and that were missing when the archive was made. */
  missing: z.array(nameOfFile),
});

export type Manifest = z.output<typeof manifest>;

/** Returns the name of the JSON file of a feature. */
export function fileOf({ name }: Pick<Portable, 'name'>): string {
  return `${name}.json`;
}

/**
 * A part is one JSON document with one row per line, so that it can be read line by line and errors
 * have a line number. The first line opens the document and its first section; `],"logs":[` starts
 * the next section.
 */
export const CLOSING = ']}';

export function opening({ name, version }: Portable, section: string): string {
  return `{"feature":${JSON.stringify(name)},"version":${version},${JSON.stringify(section)}:[`;
}

export function turning(section: string): string {
  return `],${JSON.stringify(section)}:[`;
}

export const READ_ME = `Everything that belongs to your household
==========================================

This file was made by Grand App when the super admin of the household asked for it. It is for you
to keep. You can also bring it into a new, empty household: App Settings, Your data,
"Bring in a download". Photos then come back exactly as they were uploaded.

What is in it

  photos/            your photos as they were uploaded, one folder for each album
  pictures/          pictures of pills, and of what is watched, heard and read
  people.json        the people, without passwords
  settings.json      the settings
  accessibility.json what was set for hands, eyes and ears of each elder
  home-buttons.json  the buttons of the home screen
  pictures.json      which pictures there are
  medications.json   medications, and everything that was said of their doses
  calendar.json      events
  library.json       videos, playlists and articles
  photos.json        albums, and the captions and names of their photos
  analytics.json     how much the tablet was used, day by day
  audit-trail.json   who did what, when and from where
  manifest.json      a list of all files with their lengths and checksums

The files that end in .json can be read by any text editor. All moments are in UTC; days and times
of medications and events are those of the household's own timezone. People, medications, albums
and so on are numbered, and other files name them by these numbers.

What is not in it: passwords, sign-ins and paired tablets, invitations, secret addresses of the
calendar, subscription and payment, and single uses of the tablet, of which only the sums are kept
here. When it is brought into a household, everybody but you chooses a new password with "Forgot
password?", and tablets are set up again. The audit trail is for reading and is not brought in.

Please keep it where only you can read it: it tells a lot about the people in it.
`;
