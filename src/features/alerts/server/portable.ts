import { alertOrders, alertPlaces } from '#database/schema/escalation.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { wallTime } from '#platform/server/archive/portable-fields.ts';
import { chosenOrder, place } from '../open-contract.ts';

/** Maximum number of imported rows of `alertPlaces`, one per administrator. */
const MAX_ROWS = 1_000;

/** The escalation policy and the quiet hours of the household. */
export const alertOrderInArchive: TablePart = {
  name: 'alert-order',
  version: 1,
  isAdded: true,
  tables: [
    archived(alertOrders, {
      name: 'order',
      order: [alertOrders.accountId],
      fields: chosenOrder,
      before: 'cleared',
      restoring: { mostRows: 1 },
    }),
    archived(alertPlaces, {
      name: 'places',
      order: [alertPlaces.step, alertPlaces.userId],
      fields: {
        step: place.step,
        quietFrom: wallTime.nullable(),
        quietUntil: wallTime.nullable(),
      },
      before: 'cleared',
      restoring: {
        mostRows: MAX_ROWS,
        once: ({ userId }) => ['place', userId],
      },
    }),
  ],
};
