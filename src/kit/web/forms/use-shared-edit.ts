import { useState } from 'react';
import type { KitRefusal } from '#kit/shared/refusals.ts';
import { refusedWith } from '../api.ts';
import { currentIn } from '../present-of.ts';
import { AlreadySaid } from './attempt.ts';
import { begun, chosen, type Edit, met } from './merge.ts';

export interface Versioned {
  readonly version: number;
}

export interface SharedThing<Fields, Thing> {
  /** As it was when the form was opened; undefined for one that is new. */
  opened?: Thing | undefined;
  /** As it is known now; null when it is no more, undefined when nobody knows. */
  present?: Thing | null | undefined;
  fieldsOf: (thing: Thing | undefined) => Fields;
}

/**
 * What stands in a form, of a thing that others can change meanwhile. What they save is taken in as
 * soon as it is known; only what both changed is asked about, and nothing typed is lost.
 */
export function useSharedEdit<Fields extends object, Thing extends Versioned>(
  thing: SharedThing<Fields, Thing>,
) {
  const { opened, present, fieldsOf } = thing;
  const start = () => begun(fieldsOf(opened), opened?.version ?? 0);
  const [edit, setEdit] = useState<Edit<Fields>>(start);
  const [isMissed, setMissed] = useState(false);
  // While drawing, so that nobody sees the form without the notice.
  if (opened && present && present.version > edit.version) {
    setEdit(met(edit, fieldsOf(present), present.version));
  }

  /** Sends it, again as long as what others saved meanwhile does not clash. */
  const save = async <Answer>(
    from: Edit<Fields>,
    send: (edit: Edit<Fields>) => Promise<Answer>,
  ): Promise<Answer> => {
    let now = from;
    // Ends: each further round needs a newer version.
    while (now.clashes.length === 0) {
      try {
        return await send(now);
      } catch (error) {
        if (opened === undefined) throw error;
        setMissed(refusedWith<KitRefusal>(error, 'not-found'));
        now = metIn<Fields, Thing>(error, now, fieldsOf);
        setEdit(now);
      }
    }
    // By the notice, which asks.
    throw new AlreadySaid();
  };

  return {
    edit,
    isGone: opened !== undefined && (present === null || isMissed),
    setFields: (fields: Fields | ((before: Fields) => Fields)) =>
      setEdit((before) => ({
        ...before,
        mine: typeof fields === 'function' ? fields(before.mine) : fields,
      })),
    /** Says whose stands. */
    choose: (name: keyof Fields, whose: 'mine' | 'theirs') => {
      const next = chosen(edit, name, whose);
      setEdit(next);
      return next;
    },
    save,
    startAgain: () => setEdit(start()),
  };
}

/** The edit with what somebody else saved, when that is why it was refused; else rejects with the refusal. */
function metIn<Fields extends object, Thing extends Versioned>(
  refusal: unknown,
  edit: Edit<Fields>,
  fieldsOf: (thing: Thing) => Fields,
): Edit<Fields> {
  const theirs = currentIn<Thing>(refusal);
  const next = theirs && met(edit, fieldsOf(theirs), theirs.version);
  if (next === undefined || next === edit) throw refusal;
  return next;
}
