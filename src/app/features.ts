import { accessibilityFeature, fittingsFeature } from '#features/accessibility/server.ts';
import { accountsFeature } from '#features/accounts/server.ts';
import { alarmTestsFeature } from '#features/alarm-tests/server.ts';
import { alertsFeature } from '#features/alerts/server.ts';
import { analyticsFeature } from '#features/analytics/server.ts';
import { auditFeature } from '#features/audit/server.ts';
import { awayFeature } from '#features/away/server.ts';
import { backupFeature } from '#features/backup/server.ts';
import { binFeature } from '#features/bin/server.ts';
import {
  calendarFeature,
  endFeedOf,
  eventsInBin,
  eventsOfPerson,
  feedFeature,
} from '#features/calendar/server.ts';
import { contentFeatures, contentInBin } from '#features/content/server.ts';
import { doctorLinksFeature } from '#features/doctor-links/server.ts';
import { helpTipsFeature } from '#features/help-tips/server.ts';
import { homeButtonsFeature } from '#features/home-buttons/server.ts';
import { householdFeature } from '#features/household/server.ts';
import { householdsFeature } from '#features/households/server.ts';
import { idleFrameFeature } from '#features/idle-frame/server.ts';
import { invitationsFeature } from '#features/invitations/server.ts';
import { liveFeature } from '#features/live/server.ts';
import { measureFeatures } from '#features/measures/server.ts';
import {
  dosesOfPerson,
  medicationsFeature,
  medicationsInBin,
  reschedule,
} from '#features/medications/server.ts';
import { peopleFeature, peopleInBin } from '#features/people/server.ts';
import {
  albumsInBin,
  photosFeature,
  photosInBin,
  photoUploadsFeature,
} from '#features/photos/server.ts';
import { picturesFeature } from '#features/pictures/server.ts';
import { retentionFeature } from '#features/retention/server.ts';
import { searchFeature } from '#features/search/server.ts';
import { serverHealthFeature } from '#features/server-health/server.ts';
import {
  countCardEntry,
  devicesFeature,
  emailProofFeature,
  passwordResetFeature,
  requireRecentSignIn,
  sessionsFeature,
} from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { stockFeature } from '#features/stock/server.ts';
import { cardsFeature, stripeBilling, subscriptionFeature } from '#features/subscription/server.ts';
import { todayFeature } from '#features/today/server.ts';
import { weatherFeature } from '#features/weather/server.ts';
import type { Feature } from '#platform/server/feature.ts';
import { WorkerPool } from '#platform/server/jobs/worker-pool.ts';
import { type Outbound, outboundWith } from '#platform/server/outbound/fetch.ts';
import { type Mailer, type MailParts, mailerFor } from '#platform/server/outbound/mail.ts';
import { diskStore, type FileStore } from '#platform/server/storage/file-store.ts';
import { incomingFolder, uploadsFolder } from '#platform/server/storage/temp-files.ts';
import product from '../../package.json' with { type: 'json' };
import { examine } from '../cli/doctor.ts';
import type { Config } from './config.ts';
import { portablesWith } from './portables.ts';

export interface OwnParts {
  /** Used instead of the configured mailer. */
  readonly mailer?: Mailer | undefined;
  /** Used instead of the store on the disk. */
  readonly store?: FileStore | undefined;
  /** Used instead of requests to external sites. */
  readonly outside?: Outbound | undefined;
}

/**
 * Limits of the worker that reads archives. It must report progress within `withinMs`. It needs
 * little memory, because it keeps only names and checksums in memory.
 */
const READING_ARCHIVES = { withinMs: 20_000, memoryMb: 128 };

const ELSEWHERE = { endFeedOf, doses: dosesOfPerson, calendar: eventsOfPerson };

/**
 * Kinds of items in the bin, ordered by dependency: an item refers only to items of earlier kinds.
 */
const IN_BIN = [
  peopleInBin(ELSEWHERE),
  albumsInBin,
  photosInBin,
  contentInBin,
  eventsInBin,
  medicationsInBin,
];

export function featuresFor(config: Config, own: OwnParts = {}): Feature[] {
  const { mailer = mailerFor(config.mail), outside = outboundWith() } = own;
  const { store = diskStore(uploadsFolder(config.dataDir)) } = own;
  const { backupDir, operatorEmails, offsite, dataDir, publicUrl } = config;
  const cards = config.stripe && stripeBilling(config.stripe);
  const mail = { mailer, publicUrl: config.isPublicUrlSet ? publicUrl : undefined };
  const files = { store, incoming: incomingFolder(config.dataDir) };
  return [
    sessionsFeature(mail, operatorEmails),
    passwordResetFeature(mail),
    emailProofFeature(mail),
    devicesFeature,
    accountsFeature({
      registrationOpen: config.registrationOpen,
      supportEmail: config.supportEmail,
      mail,
      cards,
    }),
    subscriptionFeature(cards, requireRecentSignIn),
    ...(cards === undefined ? [] : [cardsFeature(cards, countCardEntry)]),
    peopleFeature(mail, ELSEWHERE),
    invitationsFeature(mail),
    auditFeature,
    liveFeature,
    settingsFeature(reschedule),
    accessibilityFeature,
    fittingsFeature,
    homeButtonsFeature,
    ...careFeatures(config, mail, store),
    householdsFeature({ registrationOpen: config.registrationOpen, cards }),
    searchFeature,
    picturesFeature(files),
    photosFeature(files),
    photoUploadsFeature(files, config.uploadReserveBytes),
    idleFrameFeature,
    ...contentFeatures({
      files,
      publicUrl,
      reserveBytes: config.uploadReserveBytes,
      outside,
    }),
    binFeature(IN_BIN, store),
    weatherFeature(config.weather),
    helpTipsFeature(config.helpTips),
    analyticsFeature,
    retentionFeature(config.retention),
    calendarFeature,
    feedFeature(),
    householdFeature({
      files,
      portables: portablesWith(files),
      readers: new WorkerPool('archive-worker', import.meta.url, READING_ARCHIVES),
      reserveBytes: config.uploadReserveBytes,
      mostImports: config.limits.imports,
      cards,
      productVersion: product.version,
    }),
    ...(backupDir === undefined
      ? []
      : [backupFeature({ backupDir, dataDir, store, offsite, operatorEmails, mail })]),
    ...(operatorEmails.length === 0 ? [] : [healthFeature(config, store)]),
  ];
}

/** Creates the server health feature, whose calls exist only if operator emails are configured. */
function healthFeature(config: Config, store: FileStore): Feature {
  return serverHealthFeature({
    operatorEmails: config.operatorEmails,
    version: product.version,
    examine: (database, at) => examine({ config, database, store, now: () => at }),
  });
}

function careFeatures(config: Config, mail: MailParts, store: FileStore): Feature[] {
  return [
    medicationsFeature,
    awayFeature,
    doctorLinksFeature(store),
    stockFeature,
    ...measureFeatures,
    alertsFeature({ mail, contact: config.supportEmail ?? config.mail?.from.address }),
    alarmTestsFeature,
    todayFeature(mail),
  ];
}
