import { asUser, switchHousehold } from '#features/sessions/server.ts';
import { type Feature, feature } from '#kit/server/feature.ts';
import { householdsCalls } from './contract.ts';
import { listHouseholds } from './server/list.ts';

/** The several households of one person: how each is, and the way from one into another. */
export const householdsFeature: Feature = feature(householdsCalls, {
  list: { outsideTransaction: (_call, context) => listHouseholds(context) },

  switch: {
    async outsideTransaction({ params }, context) {
      return asUser(await switchHousehold(params.id, context), context.now);
    },
  },
});
