import type { Agent } from 'node:https';
import type { Database } from '#database/connect.ts';
import { countWrongLinks } from '#features/sessions/server.ts';
import { type Feature, feature } from '#platform/server/feature.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { alertCalls } from './contract.ts';
import { listChannels } from './server/channels.ts';
import { outboxJobs } from './server/deliver.ts';
import { findAlert, takeOverByLink } from './server/links.ts';
import { giveBackAlert, listOpen, takeOverAlert } from './server/open-alerts.ts';
import { readOrder, storeOrder } from './server/order-settings.ts';
import { readPushKeys } from './server/push-keys.ts';
import { forgetSubscription, storeSubscription } from './server/subscriptions.ts';
import { findTest, receiveTest, sendTest } from './server/test-alerts.ts';
import { listUnsent, markSeen } from './server/unsent-alerts.ts';

export {
  checkAlert as lookAtAlert,
  checkSoon as lookSoon,
  closeAlertsOf as endAlertsOf,
  dueAlerts,
  isAlertOpenOf,
  type OpenOf,
} from './server/acknowledge.ts';
export { alertAdministrators } from './server/alert.ts';
export { hasReceivedTest, listChannels } from './server/channels.ts';
export { writeToAdministrators } from './server/letter-to-administrators.ts';
export {
  type AlertedDose,
  type DoseAnswer as SaidOfDose,
  notifyAllClear as sayAllClear,
  notifyAway as sayAway,
  notifySilently as sayQuietly,
} from './server/messages.ts';
export { dropUnsentAlerts, isSomethingOutAbout } from './server/outbox.ts';
export { alertOrderInArchive } from './server/portable.ts';
export { readPushKeys } from './server/push-keys.ts';
export { isAlertOf } from './server/send-alerts.ts';
export { shareSubscriptions } from './server/subscriptions.ts';
export { listUnsent } from './server/unsent-alerts.ts';

const ALERT_LINK = { kind: 'alert', wrongCode: 'invalid-alert-link' } as const;
const TEST_LINK = { kind: 'alert', wrongCode: 'invalid-test-link' } as const;

export interface AlertOptions {
  readonly mail: MailParts;
  /** Contact email for push services; defaults to the public address of the server. */
  readonly contact: string | undefined;
  /** HTTPS agent for push services; only tests replace it. */
  readonly pushAgent?: Agent;
  /** Timeout of a push service, in milliseconds. */
  readonly pushLongestMs?: number;
}

/** Sends urgent messages to the administrators by email and push notification. */
export function alertsFeature({ mail, contact, pushAgent, pushLongestMs }: AlertOptions): Feature {
  const subject =
    contact === undefined ? subjectOf(mail.publicUrl ?? 'https://localhost') : `mailto:${contact}`;
  const push = async (database: Database) => ({
    keys: await readPushKeys(database),
    subject,
    ...(pushAgent && { agent: pushAgent }),
    ...(pushLongestMs && { longestMs: pushLongestMs }),
  });
  return feature(
    alertCalls,
    {
      pushKey: {
        async outsideTransaction(_call, { database }) {
          return { publicKey: (await readPushKeys(database)).publicKey };
        },
      },
      channels: (_call, context) => listChannels(context, mail),
      async sendTest(_call, context) {
        await sendTest(context);
        return listChannels(context, mail);
      },
      findTest: ({ params }, context) =>
        countWrongLinks(context, TEST_LINK, () => findTest(params.token, context)),
      receiveTest: ({ params }, context) =>
        countWrongLinks(context, TEST_LINK, () => receiveTest(params.token, context)),
      unsent: (_call, context) => listUnsent(context),
      async seen({ params }, context) {
        await markSeen(params.id, context);
        return undefined;
      },
      open: (_call, { db, account, now }) => listOpen(db, account.id, now),
      takeOver: ({ params }, context) => takeOverAlert(params.id, context),
      giveBack: ({ params }, context) => giveBackAlert(params.id, context),
      order: (_call, context) => readOrder(context),
      setOrder: ({ body }, context) => storeOrder(body, context),
      findAlert: ({ params }, context) =>
        countWrongLinks(context, ALERT_LINK, () => findAlert(params.token, context)),
      takeOverByLink: ({ params }, context) =>
        countWrongLinks(context, ALERT_LINK, () => takeOverByLink(params.token, context)),
      subscribe: { outsideTransaction: ({ body }, context) => storeSubscription(body, context) },
      unsubscribe: {
        async outsideTransaction({ body }, context) {
          await forgetSubscription(body.endpoint, context);
        },
      },
    },
    outboxJobs({ mail, push }),
  );
}

/** Push services accept only an https address as the subject. */
function subjectOf(publicUrl: string): string {
  return publicUrl.replace(/^http:/, 'https:');
}
