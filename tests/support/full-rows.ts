import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import sharp from 'sharp';
import type { Db } from '#database/connect.ts';
import { accessibilityPreferences } from '#database/schema/accessibility.ts';
import {
  analyticsDays,
  analyticsItems,
  analyticsLogins,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import { calendarEvents } from '#database/schema/calendar.ts';
import { content } from '#database/schema/content.ts';
import { homeButtons, settings } from '#database/schema/home.ts';
import { users } from '#database/schema/households.ts';
import { dayNotes, measureValues, requestedMeasures } from '#database/schema/measures.ts';
import {
  awayPeriods,
  medicationLogAttempts,
  medicationLogs,
  medications,
} from '#database/schema/medications.ts';
import { photoAlbums } from '#database/schema/photos.ts';
import { pictures } from '#database/schema/pictures.ts';
import { medicationStocks, stockEntries } from '#database/schema/stock.ts';
import { expectStatus } from '#testing/test-server.ts';
import { type Family, type FullServer, fill } from './household.ts';

const AT = new Date('2026-03-09T21:05:06.789Z');

/** Fills a household with an item of each kind, and sets a value in every column. */
export async function fillEveryColumn(family: Family, full: FullServer): Promise<void> {
  await fill(family, full.server);
  await addDatedPhoto(family);
  const thumbnail = await uploadPill(family);
  const cover = await uploadPill(family, 96);
  const pagePicture = await uploadPill(family, 112);
  const accountId = await full.accountIdOf(family);
  await full.server.database.asSystem(async (db) => {
    const whose = (table: { accountId: PgColumn }) => eq(table.accountId, accountId);
    const [elder] = await db
      .select()
      .from(users)
      .where(sql`${whose(users)} and role = 'user'`);
    const userId = elder?.id ?? null;
    await db
      .update(users)
      .set({
        phone: '555-0100',
        address1: '1 Elm Street',
        address2: 'Back door',
        city: 'Springfield',
        state: 'IL',
        postalCode: '62701',
        country: 'US',
      })
      .where(whose(users));
    await changeSettings(db, accountId);
    await changeAccessibility(db, accountId);
    await fillMedications(db, accountId);
    await fillStock(db, accountId);
    await fillAway(db, accountId, userId);
    if (elder) await fillMeasures(db, { accountId, userId: elder.id });
    await db
      .update(medicationLogs)
      .set({ notes: 'späť', late: true, beyondLimit: true, medicationDosage: '5 mg', units: 1.5 })
      .where(whose(medicationLogs));
    await db
      .update(medicationLogAttempts)
      .set({ userId, notes: 'with milk', personName: 'Rose', deviceName: 'Tablet' })
      .where(whose(medicationLogAttempts));
    await db
      .update(calendarEvents)
      .set({ userId, skippedDates: ['2026-03-12', '2026-03-14'] })
      .where(sql`${whose(calendarEvents)} and recurring_frequency is not null`);
    const ofKind = (kind: typeof content.$inferSelect.kind) =>
      and(whose(content), eq(content.kind, kind));
    await db
      .update(content)
      .set({ duration: '18:05', thumbnail })
      .where(and(ofKind('videos'), eq(content.order, 1)));
    await db
      .update(pictures)
      .set({ purpose: 'thumbnail' })
      .where(sql`${whose(pictures)} and filename in (${thumbnail}, ${cover}, ${pagePicture})`);
    await db.update(content).set({ trackCount: 12, thumbnail: cover }).where(ofKind('playlists'));
    await db.update(content).set({ thumbnail: pagePicture }).where(ofKind('articles'));
    await db.update(photoAlbums).set({ description: 'Of the sea' }).where(whose(photoAlbums));
    await fillSums(db, accountId);
  });
}

/** Changes all settings, so that none of them equals its default. */
async function changeSettings(db: Db, accountId: string): Promise<void> {
  await db
    .update(settings)
    .set({
      timezone: 'Europe/Vienna',
      defaultCity: 'Graz',
      defaultState: 'Styria',
      defaultPostalCode: '8010',
      defaultCountry: 'AT',
      temperatureUnit: 'celsius',
      requireLongPress: sql`not ${settings.requireLongPress}`,
      medicationAlarmEnabled: sql`not ${settings.medicationAlarmEnabled}`,
      googleMeetRoomUrl: 'https://meet.google.com/abc-defg-hij',
      voiceGuidanceEnabled: sql`not ${settings.voiceGuidanceEnabled}`,
      autoplayEnabled: sql`not ${settings.autoplayEnabled}`,
      photoVoiceGuidanceEnabled: sql`not ${settings.photoVoiceGuidanceEnabled}`,
      defaultToSlideshow: sql`not ${settings.defaultToSlideshow}`,
      slideshowDisplayDuration: 17,
      snoozeMinutes: 15,
      askWhoseMedications: sql`not ${settings.askWhoseMedications}`,
      remindersOfOneTime: 'together',
      showFirstSteps: false,
    })
    .where(eq(settings.accountId, accountId));
  await db
    .update(homeButtons)
    .set({ isEnabled: false })
    .where(sql`${homeButtons.accountId} = ${accountId} and button_key = 'listen'`);
}

async function changeAccessibility(db: Db, accountId: string): Promise<void> {
  await db
    .update(accessibilityPreferences)
    .set({
      driftPx: 70,
      repeatMs: 1200,
      contrast: 'more',
      motion: 'calm',
      alarmTone: 'deep',
      alarmLoudness: 125,
      screenFlash: true,
      speechRate: 70,
      speechVolume: 80,
    })
    .where(eq(accessibilityPreferences.accountId, accountId));
}

async function fillMedications(db: Db, accountId: string): Promise<void> {
  await db
    .update(medications)
    .set({
      dosage: '10 mg',
      instructions: 'With “water”,\nnever alone.',
      endDate: '2031-12-31',
      scheduledSince: AT,
      formerSchedules: [
        {
          from: '2026-03-01T05:00:00.000Z',
          until: AT.toISOString(),
          timezone: 'America/Chicago',
          frequency: 'cycle',
          times: ['07:00'],
          pattern: { kind: 'cycle', on: 21, off: 7 },
          startDate: '2026-02-01',
          endDate: '2026-04-01',
          isActive: false,
        },
      ],
      notDue: ['2026-03-10 08:00'],
      isActive: false,
      reminderEnabled: false,
      soundEnabled: false,
      shortestIntervalMinutes: 240,
      mostIn24Hours: 4,
    })
    .where(eq(medications.accountId, accountId));
  await db
    .update(medications)
    .set({
      frequency: 'chosen_weekdays',
      pattern: { kind: 'chosen_weekdays', weekdays: [1, 3] },
      amounts: { unit: 'tablet', ofTimes: [{ time: '08:00', amount: 1.5 }] },
    })
    .where(and(eq(medications.accountId, accountId), eq(medications.name, 'Lisinopril')));
}

async function fillStock(db: Db, accountId: string): Promise<void> {
  const [medication] = await db
    .select({ id: medications.id })
    .from(medications)
    .where(eq(medications.accountId, accountId))
    .limit(1);
  if (medication === undefined) return;
  const ofIt = { medicationId: medication.id, accountId };
  await db.insert(medicationStocks).values({
    ...ofIt,
    ...{ unitsPerDose: 0.5, warnBefore: 7, countedUnits: 23.5, countedAt: AT },
  });
  await db.insert(stockEntries).values({
    ...ofIt,
    ...{ id: randomUUID(), kind: 'count', units: 23.5, at: AT, personName: 'Rose' },
  });
}

async function fillAway(db: Db, accountId: string, userId: string | null): Promise<void> {
  await db.insert(awayPeriods).values({
    ...{ id: randomUUID(), accountId, userId, createdAt: AT, note: 'Hospital' },
    ...{ startDate: '2026-04-01', startTime: '09:00', endDate: '2026-04-03', endTime: '18:00' },
  });
}

async function fillMeasures(db: Db, whose: { accountId: string; userId: string }): Promise<void> {
  await db
    .insert(requestedMeasures)
    .values({ ...whose, kinds: ['weight'], weightUnit: '[lb_av]', glucoseUnit: 'mmol/L' });
  const said = { ...whose, localDate: '2026-03-09', personName: 'Rose', correctedBy: 'Maria' };
  await db.insert(measureValues).values({
    ...{ ...said, id: randomUUID(), kind: 'blood-pressure', unit: 'mm[Hg]' },
    ...{ first: 128, second: 79, measuredAt: AT, takenBackAt: AT },
  });
  const text = 'Dizzy after getting up.';
  await db
    .insert(dayNotes)
    .values({ ...said, id: randomUUID(), text, writtenAt: AT, takenBackAt: AT });
}

async function fillSums(db: Db, accountId: string): Promise<void> {
  const uses = { visits: 3, openings: 4, endedVisits: 2, endedOpenings: 1 };
  const seconds = { visitSeconds: 61, openingSeconds: 122 };
  const day = { accountId, day: '2026-03-09', activity: 'listen' };
  await db.insert(analyticsDays).values({ ...day, ...uses, ...seconds });
  const total = { accountId, activity: 'listen', views: 7, sessions: 3, seconds: 183 };
  await db.insert(analyticsTotals).values(total);
  const [played] = await db
    .select()
    .from(content)
    .where(and(eq(content.accountId, accountId), eq(content.kind, 'playlists')));
  await db
    .insert(analyticsItems)
    .values({ accountId, itemId: played?.id ?? '', activity: 'listen', openings: 4, lastAt: AT });
  const logins = { total: 9, lastAt: AT };
  await db
    .insert(analyticsLogins)
    .values({ accountId, ...logins })
    .onConflictDoUpdate({ target: analyticsLogins.accountId, set: logins });
}

const drawn = (width: number) =>
  sharp({
    create: { width, height: 40, channels: 3, background: { r: width % 256, g: 90, b: 40 } },
  });

async function addDatedPhoto(family: Family): Promise<void> {
  const bytes = await drawn(1500)
    .withExif({ IFD2: { DateTimeOriginal: '2019:07:14 16:20:00' } })
    .jpeg()
    .toBuffer();
  const [, album] = (await family.ask('GET', '/api/photo-albums')).body;
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(bytes)]), 'Beach “1”.jpg');
  expectStatus(await family.ask('POST', `/api/photo-albums/${album.id}/photos`, form), 201);
}

async function uploadPill(family: Family, size = 80): Promise<string> {
  const form = new FormData();
  form.append(
    'pill-image',
    new Blob([new Uint8Array(await drawn(size).png().toBuffer())]),
    'a.png',
  );
  const { body } = expectStatus(await family.ask('POST', '/api/upload-pill-image', form), 201);
  return String(body.imageUrl).replace('/uploads/', '');
}
