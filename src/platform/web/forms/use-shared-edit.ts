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
  /** State of the object at the time when the form was opened; undefined for a new object. */
  opened?: Thing | undefined;
  /** The object as currently known; null if it was deleted, undefined if unknown. */
  present?: Thing | null | undefined;
  fieldsOf: (thing: Thing | undefined) => Fields;
}

/**
 * State of a form for an object that other users can change at the same time. Their changes are
 * merged into the form as soon as they are known. The user must decide only about fields that both
 * have changed, and no input is lost.
 */
export function useSharedEdit<Fields extends object, Thing extends Versioned>(
  thing: SharedThing<Fields, Thing>,
) {
  const { opened, present, fieldsOf } = thing;
  const start = () => begun(fieldsOf(opened), opened?.version ?? 0);
  const [edit, setEdit] = useState<Edit<Fields>>(start);
  const [isMissed, setMissed] = useState(false);
  // Merged during render, so that the form is never shown without the notice about the change.
  if (opened && present && present.version > edit.version) {
    setEdit(met(edit, fieldsOf(present), present.version));
  }

  /**
   * Sends the edit. If another user has changed the object meanwhile, that change is merged and the
   * edit is sent again, unless the two changes clash.
   */
  const save = async <Answer>(
    from: Edit<Fields>,
    send: (edit: Edit<Fields>) => Promise<Answer>,
  ): Promise<Answer> => {
    let now = from;
    // The loop terminates, because each repetition requires a newer version of the object.
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
    // The user is informed by the notice about the clash.
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
    /** Resolves a clash: the user has chosen the value of this form or that of the other user. */
    choose: (name: keyof Fields, whose: 'mine' | 'theirs') => {
      const next = chosen(edit, name, whose);
      setEdit(next);
      return next;
    },
    save,
    startAgain: () => setEdit(start()),
  };
}

/**
 * Merges the object that the refusal contains into the edit. Throws the refusal if it contains no
 * newer object.
 */
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
