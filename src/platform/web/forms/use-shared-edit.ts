import { useState } from 'react';
import type { KitRefusal } from '#platform/shared/refusals.ts';
import { refusedWith } from '../api.ts';
import { currentIn } from '../find-current.ts';
import { AlreadyReported } from './attempt.ts';
import { begun, chosen, type Edit, met } from './merge.ts';

export interface Versioned {
  readonly version: number;
}

export interface SharedThing<Fields, Thing> {
  /** The object when the form was opened; undefined for a new one. */
  opened?: Thing | undefined;
  /** The object as currently known; null if it was deleted, undefined if unknown. */
  present?: Thing | null | undefined;
  fieldsOf: (thing: Thing | undefined) => Fields;
}

/**
 * State of a form for an object that others can change meanwhile. Their changes are merged as soon
 * as they are known. The user decides only about fields that both changed, and no input is lost.
 */
export function useSharedEdit<Fields extends object, Thing extends Versioned>(
  thing: SharedThing<Fields, Thing>,
) {
  const { opened, present, fieldsOf } = thing;
  const start = () => begun(fieldsOf(opened), opened?.version ?? 0);
  const [edit, setEdit] = useState<Edit<Fields>>(start);
  const [isMissed, setMissed] = useState(false);
  // Updated during render, so that the form is never shown without the notice.
  if (opened && present && present.version > edit.version) {
    setEdit(met(edit, fieldsOf(present), present.version));
  }

  /** Sends the edit, and repeats it while concurrent changes do not clash. */
  const save = async <Answer>(
    from: Edit<Fields>,
    send: (edit: Edit<Fields>) => Promise<Answer>,
  ): Promise<Answer> => {
    let now = from;
    // Terminates because each repetition requires a newer version.
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
    // The notice about the clash informs the user.
    throw new AlreadyReported();
  };

  return {
    edit,
    isGone: opened !== undefined && (present === null || isMissed),
    setFields: (fields: Fields | ((before: Fields) => Fields)) =>
      setEdit((before) => ({
        ...before,
        mine: typeof fields === 'function' ? fields(before.mine) : fields,
      })),
    /** Resolves a clash by the user's choice. */
    choose: (name: keyof Fields, whose: 'mine' | 'theirs') => {
      const next = chosen(edit, name, whose);
      setEdit(next);
      return next;
    },
    save,
    startAgain: () => setEdit(start()),
  };
}

/** Merges the current object of a refusal into the edit; throws any other refusal. */
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
