import glass from '@phosphor-icons/core/assets/bold/magnifying-glass-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { useState } from 'react';
import {
  Autocomplete,
  Button,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  TextField,
} from 'react-aria-components';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Modal } from '#platform/web/ui/Modal.tsx';
import { useDebounced } from '#platform/web/use-debounced.ts';
import type { Found } from '../contract.ts';
import { isFound, wordsOf } from '../domain/fold.ts';
import { MAX_TYPED_LENGTH, MAX_WORDS, TOO_MANY_WORDS } from '../limits.ts';
import { type Choice, type FindPage, sectionsOf } from './find-sections.ts';
import { useFound } from './queries.ts';

interface FindDialogProps {
  /** The pages that this person may open. */
  pages: readonly FindPage[];
  /** Returns the path of a result. */
  pathOf: (found: Found) => string;
  onChosen: (path: string) => void;
  onShortcuts: () => void;
  onClose: () => void;
}

/** A command palette that finds pages, people and things, operated by keyboard or press. */
export function FindDialog({ pages, pathOf, onChosen, onShortcuts, onClose }: FindDialogProps) {
  const [typed, setTyped] = useState('');
  const asked = useDebounced(typed.trim());
  const query = useFound(asked);
  const isSettled = asked === typed.trim() && !query.isPlaceholderData;
  const found = shownOf(query.data?.found ?? [], typed.trim(), isSettled);
  const sections = sectionsOf(pages, found, typed);
  const count = sections.reduce((sum, { choices }) => sum + choices.length, 0);
  const choose = (choice: Choice) => {
    onClose();
    if ('found' in choice) return onChosen(pathOf(choice.found));
    if (choice.path === undefined) return onShortcuts();
    onChosen(choice.path);
  };
  const isTooLong = wordsOf(typed).length > MAX_WORDS;
  const isFailed = typed.trim() !== '' && query.isError && isSettled;
  return (
    <Modal
      label="Find"
      isDismissable
      onClose={onClose}
      overlayClassName="items-start justify-center tablet:p-4 tablet:pt-[10vh]"
      className="h-full w-full animate-rise bg-surface shadow-e3 tablet:h-auto tablet:max-w-160 tablet:rounded-sheet"
      dialogClassName="flex h-full flex-col tablet:max-h-[75vh]"
    >
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <div className="flex items-center gap-2 border-line border-b p-3">
          <TextField aria-label="Find" autoFocus className="relative min-w-0 flex-1">
            <Icon
              of={glass}
              className="pointer-events-none absolute top-3.5 left-3.5 text-[1.25rem] text-soft"
            />
            <Input
              // The list that it controls is always expanded (WAI-ARIA combobox pattern).
              role="combobox"
              aria-expanded
              maxLength={MAX_TYPED_LENGTH}
              placeholder="A page, a person, a pill…"
              className="min-h-12 w-full rounded-control bg-ground pr-3 pl-11.5"
            />
          </TextField>
          <Button
            aria-label="Close"
            onPress={onClose}
            className="grid size-11.5 flex-none place-items-center rounded-control text-[1.25rem] data-hovered:bg-sunk"
          >
            <Icon of={x} />
          </Button>
        </div>
        <Results sections={sections} onChoose={choose} />
      </Autocomplete>
      {isFailed ? (
        <p role="alert" className="px-5 py-3 font-semibold text-danger">
          {isTooLong
            ? TOO_MANY_WORDS
            : 'People and things could not be searched. Please try again.'}
        </p>
      ) : null}
      <p role="status" className={count === 0 && !isFailed ? 'px-5 py-4 text-soft' : 'sr-only'}>
        {typed.trim() === '' ? '' : statusMessage(count, isSettled || isFailed)}
      </p>
    </Modal>
  );
}

interface ResultsProps {
  sections: ReturnType<typeof sectionsOf>;
  onChoose: (choice: Choice) => void;
}

function Results({ sections, onChoose }: ResultsProps) {
  const choices = new Map(
    sections.flatMap((section) => section.choices.map((choice) => [choice.key, choice] as const)),
  );
  return (
    <ListBox
      aria-label="Found"
      selectionMode="none"
      onAction={(key) => {
        const choice = choices.get(String(key));
        if (choice) onChoose(choice);
      }}
      className="min-h-0 flex-1 overflow-y-auto p-2 outline-none empty:hidden"
      renderEmptyState={() => null}
    >
      {sections.map(({ title, choices: some }) => (
        <ListBoxSection key={title} id={title}>
          <Header className="px-3 pt-3 pb-1 font-semibold text-help text-soft">{title}</Header>
          {some.map((choice) => (
            <ListBoxItem
              key={choice.key}
              id={choice.key}
              textValue={choice.title}
              className="flex min-h-12 cursor-pointer flex-wrap items-baseline content-center gap-x-3 rounded-control px-3 py-1.5 wrap-anywhere data-focused:bg-gold-soft data-hovered:bg-gold-soft data-focused:outline-2 data-focused:outline-ink data-focused:-outline-offset-2"
            >
              <span className="font-semibold">{choice.title}</span>
              {choice.detail ? <span className="text-help text-soft">{choice.detail}</span> : null}
            </ListBoxItem>
          ))}
        </ListBoxSection>
      ))}
    </ListBox>
  );
}

/**
 * Returns the results. While a new search is pending, keeps those previous results that match the
 * new text.
 */
function shownOf(found: readonly Found[], typed: string, isSettled: boolean): readonly Found[] {
  if (typed === '') return [];
  return isSettled
    ? found
    : found.filter(({ title, detail }) => isFound(`${title} ${detail}`, typed));
}

function statusMessage(count: number, isSettled: boolean): string {
  if (!isSettled) return 'Searching…';
  if (count === 0) return 'Nothing was found.';
  return count === 1 ? '1 was found.' : `${count} were found.`;
}
