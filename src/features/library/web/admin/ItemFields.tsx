import { TextField } from '#kit/web/ui/TextField.tsx';
import type { Entry, ShelfKind } from './content-kinds.ts';
import { SHELF_WORDS } from './shelf-messages.ts';

const LONGEST_TITLE = 200;
const LONGEST_URL = 2000;

interface ItemFieldsProps {
  kind: ShelfKind;
  entry: Entry;
  errors: Partial<Entry>;
  onChange: (entry: Entry) => void;
  /** The URL first, with what to know about both. */
  isNew?: boolean;
}

/** Title and URL of one thing. */
export function ItemFields({ kind, entry, errors, onChange, isNew = false }: ItemFieldsProps) {
  const words = SHELF_WORDS[kind];
  const title = (
    <TextField
      key="title"
      label={words.titleLabel}
      mark={isNew ? words.titleMark : undefined}
      isRequired={words.noTitle !== undefined}
      description={isNew ? words.titleHelp : undefined}
      autoComplete="off"
      maxLength={LONGEST_TITLE}
      value={entry.title}
      error={errors.title}
      onChange={(value) => onChange({ ...entry, title: value })}
    />
  );
  const url = (
    <TextField
      key="url"
      label={words.urlLabel}
      isRequired
      description={isNew ? words.urlHelp : undefined}
      placeholder="https://"
      inputMode="url"
      autoComplete="off"
      maxLength={LONGEST_URL}
      value={entry.url}
      error={errors.url}
      onChange={(value) => onChange({ ...entry, url: value })}
    />
  );
  return isNew ? [url, title] : [title, url];
}
