import { useRef, useState } from 'react';
import { ApiError } from './api.ts';
import { begun, changedIn, chosen, type Edit, met } from './merge.ts';
import { currentIn } from './present-of.ts';

interface Versioned {
  readonly version: number;
}

interface SharedThing<Fields, Thing> {
  /** As it was when the form was opened; undefined for one that is new. */
  opened: Thing | undefined;
  /** As it is known now; null when it is no more, undefined when nobody knows. */
  present: Thing | null | undefined;
  fieldsOf: (thing: Thing | undefined) => Fields;
}

/** How a form is sent, and what happens then. */
interface Saving<Fields> {
  send: (changed: Partial<Fields>, edit: Edit<Fields>) => Promise<unknown>;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * A form of a thing that others can change meanwhile. What they save is taken in as soon as it is
 * known; only what both changed is asked about, and nothing typed is lost.
 */
export function useSharedEdit<Fields extends object, Thing extends Versioned>(
  thing: SharedThing<Fields, Thing>,
) {
  const { opened, present, fieldsOf } = thing;
  const [edit, setEdit] = useState<Edit<Fields>>(() =>
    begun(fieldsOf(opened), opened?.version ?? 0),
  );
  const [isMissed, setMissed] = useState(false);
  const refused = useRef<Saving<Fields>>(undefined);
  // While drawing, so that nobody sees the form without the notice.
  if (opened && present && present.version > edit.version) {
    setEdit(met(edit, fieldsOf(present), present.version));
  }

  const save = async (saving: Saving<Fields>, from = edit): Promise<void> => {
    refused.current = saving;
    let now = from;
    // Ends: each further round needs a newer version.
    while (now.clashes.length === 0) {
      try {
        await saving.send(changedIn(now), now);
        return saving.done();
      } catch (error) {
        if (opened) setMissed(isNotThere(error));
        const theirs = currentIn<Thing>(error);
        const next = theirs && met(now, fieldsOf(theirs), theirs.version);
        if (next === undefined || next === now) return saving.failed(error);
        now = next;
        setEdit(next);
      }
    }
  };

  return {
    edit,
    fields: edit.mine,
    isGone: opened !== undefined && (present === null || isMissed),
    setFields: (fields: Fields | ((before: Fields) => Fields)) =>
      setEdit((before) => ({
        ...before,
        mine: typeof fields === 'function' ? fields(before.mine) : fields,
      })),
    /** Says whose stands; the last answer sends again what was refused. */
    choose: (name: keyof Fields, whose: 'mine' | 'theirs') => {
      const next = chosen(edit, name, whose);
      setEdit(next);
      if (refused.current && next.clashes.length === 0) void save(refused.current, next);
    },
    save,
  };
}

function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
