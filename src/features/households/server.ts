import type { Opening } from '#features/accounts/server.ts';
import { asUser, switchHousehold } from '#features/sessions/server.ts';
import { type Feature, feature } from '#platform/server/feature.ts';
import { householdsCalls } from './contract.ts';
import { addFurther } from './server/add.ts';
import { listHouseholds } from './server/list.ts';

/** Endpoints for the households of one person: status, adding and switching. */
export function householdsFeature(opening: Opening): Feature {
  return feature(householdsCalls, {
    list: { outsideTransaction: (_call, context) => listHouseholds(context) },

    add: {
      async outsideTransaction({ body }, context) {
        return asUser(await addFurther(body, opening, context), context.now);
      },
    },

    switch: {
      async outsideTransaction({ params }, context) {
        return asUser(await switchHousehold(params.id, context), context.now);
      },
    },
  });
}
