import { type Feature, feature } from '#platform/server/feature.ts';
import { measureCalls } from './contract.ts';
import { dayNoteCalls } from './note-contract.ts';
import { addValue, correctValue, takeBackValue } from './server/change-values.ts';
import { eraseTakenBack } from './server/erase-taken-back.ts';
import { addNote, changeNote, listNotes, removeNote } from './server/note-rows.ts';
import { listRequested, requestMeasures } from './server/requested-rows.ts';
import { listValues } from './server/value-rows.ts';

export { listNotes } from './server/note-rows.ts';
export { measuresInArchive } from './server/portable.ts';
export { listValues } from './server/value-rows.ts';

const measuresFeature: Feature = feature(
  measureCalls,
  {
    asked: (_call, context) => listRequested(context),
    ask: ({ params, body }, context) => requestMeasures(params.userId, body, context),
    list: ({ query }, context) => listValues(query, context),
    add: ({ body }, context) => addValue(body, context),
    correct: ({ params, body }, context) => correctValue(params.id, body, context),
    takeBack: ({ params }, context) => takeBackValue(params.id, context),
  },
  [eraseTakenBack],
);

const notesFeature: Feature = feature(dayNoteCalls, {
  list: ({ query }, context) => listNotes(query, context),
  add: ({ body }, context) => addNote(body, context),
  change: ({ params, body }, context) => changeNote(params.id, body, context),
  remove: ({ params }, context) => removeNote(params.id, context),
});

export const measureFeatures: readonly Feature[] = [measuresFeature, notesFeature];
