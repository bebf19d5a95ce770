import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { Form } from './use-form.ts';

interface ClashNoticeProps<Fields> {
  form: Pick<Form<Fields>, 'edit' | 'isGone' | 'choose'>;
  /** Noun for the edited object, such as 'letter'. */
  thing: string;
  labels: Readonly<Record<keyof Fields, string>>;
  /** Formats the value of a field for display. */
  words: (name: keyof Fields, fields: Fields) => string;
}

/**
 * Shows what another user changed in the object of the open form; renders nothing without such
 * changes.
 */
export function ClashNotice<Fields>(props: ClashNoticeProps<Fields>) {
  const { form, thing, labels } = props;
  const { edit, isGone } = form;
  const { news, clashes, base } = edit;
  const words = (name: keyof Fields, fields: Fields) => props.words(name, fields) || 'nothing';
  if (!isGone && news.length + clashes.length === 0) return null;
  return (
    <section
      role="alert"
      aria-label="Changed by somebody else"
      className="col-span-full grid gap-3 rounded-box bg-late-tint p-4 text-late wrap-anywhere"
    >
      <p className="flex items-center gap-2.5 font-semibold">
        <Icon of={warning} className="text-[1.4rem]" />
        {isGone
          ? `Somebody else deleted this ${thing}. What you typed is still here to copy.`
          : 'Somebody else changed this:'}
      </p>
      {isGone ? null : (
        <ul className="grid gap-3">
          {news.map((name) => (
            <li key={String(name)}>
              {labels[name]}: {words(name, base)}
            </li>
          ))}
          {clashes.map((name) => (
            <li key={String(name)} className="grid gap-1.5">
              <p className="font-semibold">{labels[name]}</p>
              <p>Theirs now: {words(name, base)}</p>
              <p>Yours: {words(name, edit.mine)}</p>
              <div className="flex flex-wrap gap-2.5">
                <Button
                  variant="outline"
                  aria-label={`Keep mine: ${labels[name]}`}
                  onPress={() => form.choose(name, 'mine')}
                >
                  Keep mine
                </Button>
                <Button
                  variant="outline"
                  aria-label={`Use theirs: ${labels[name]}`}
                  onPress={() => form.choose(name, 'theirs')}
                >
                  Use theirs
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
