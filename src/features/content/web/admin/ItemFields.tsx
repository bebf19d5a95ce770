import type { Form } from '#platform/web/forms/use-form.ts';
import { TextField } from '#platform/web/ui/TextField.tsx';
import type { ContentKind } from '../../contract.ts';
import { MAX_TITLE_LENGTH, MAX_URL_LENGTH } from '../../limits.ts';
import type { Entry } from './content-kinds.ts';
import { SHELF_WORDS } from './shelf-messages.ts';

interface ItemFieldsProps {
  kind: ContentKind;
  form: Pick<Form<Entry>, 'field'>;
  /** If true, the URL comes first and the fields have help texts. */
  isNew?: boolean;
}

export function ItemFields({ kind, form, isNew = false }: ItemFieldsProps) {
  const words = SHELF_WORDS[kind];
  const title = (
    <TextField
      key="title"
      label={words.titleLabel}
      mark={isNew ? words.titleMark : undefined}
      isRequired={words.noTitle !== undefined}
      description={isNew ? words.titleHelp : undefined}
      autoComplete="off"
      maxLength={MAX_TITLE_LENGTH}
      {...form.field('title')}
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
      maxLength={MAX_URL_LENGTH}
      {...form.field('url')}
    />
  );
  const detail = words.detail && (
    <TextField
      key="detail"
      label={words.detail.label}
      mark={isNew ? 'optional' : undefined}
      description={isNew ? words.detail.help : undefined}
      placeholder={words.detail.placeholder}
      autoComplete="off"
      maxLength={20}
      {...form.field('detail')}
    />
  );
  return isNew ? [url, title, detail] : [title, url, detail];
}
