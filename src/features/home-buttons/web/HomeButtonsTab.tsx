import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { type ReactNode, useState } from 'react';
import { placeMessage } from '#platform/shared/ordering.ts';
import { attempt } from '#platform/web/forms/attempt.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import type { HomeButton } from '../contract.ts';
import { layoutMessage } from '../domain/button-messages.ts';
import { ButtonRow } from './ButtonRow.tsx';
import { useChangeButton, useChangedButtons } from './use-changes.ts';

interface HomeButtonsTabProps {
  iconOf: (buttonKey: string) => string;
  /** Renders a preview of the home screen with these buttons. */
  preview: (shown: readonly HomeButton[]) => ReactNode;
}

/** The home buttons by position, with a preview of the tablet. */
export function HomeButtonsTab({ iconOf, preview }: HomeButtonsTabProps) {
  const { query, buttons } = useChangedButtons();
  const [place, setPlace] = useState('');
  const change = useChangeButton();
  const total = buttons.length;
  const shown = buttons.filter(({ isEnabled }) => isEnabled);
  const show = (button: HomeButton, isEnabled: boolean) =>
    attempt(() => change.mutateAsync({ id: button.id, isEnabled }), {
      success: 'Button updated successfully',
      failure: 'Failed to update button',
    });
  const move = (button: HomeButton, order: number) => {
    setPlace(placeMessage(button.label, order, total));
    void attempt(() => change.mutateAsync({ id: button.id, order }), {
      failure: () => 'Failed to update button order',
    });
  };
  return (
    <ListState
      query={query}
      isEmpty={total === 0}
      emptyText="There are no buttons."
      errorText="The buttons could not be loaded."
    >
      <div className="grid grid-cols-1 items-start gap-6 min-[80em]:grid-cols-[minmax(0,1fr)_21rem] wide:grid-cols-[minmax(0,1fr)_26.25rem] wide:gap-8">
        <ol aria-label="Home buttons" className="grid grid-cols-1">
          {buttons.map((button) => (
            <li key={button.id} className="border-line border-b">
              <ButtonRow
                button={button}
                icon={iconOf(button.buttonKey)}
                total={total}
                onShow={(isEnabled) => void show(button, isEnabled)}
                onMove={(step) => move(button, button.order + step)}
              />
            </li>
          ))}
        </ol>
        <Box title="Preview" variant="filled">
          <div className="mx-auto max-w-140">{preview(shown)}</div>
          <Layout shown={shown.length} />
        </Box>
      </div>
      <p role="status" className="sr-only">
        {place}
      </p>
    </ListState>
  );
}

/** Describes the preview; a warning if no button is shown. */
function Layout({ shown }: { shown: number }) {
  return (
    <p
      role="status"
      className={`mt-3.5 flex gap-2 text-help ${shown === 0 ? 'rounded-control bg-late-tint px-3.5 py-2.5 font-semibold text-late' : 'text-soft'}`}
    >
      {shown === 0 ? <Icon of={warning} className="mt-0.5 text-[1.2rem]" /> : null}
      {layoutMessage(shown)}
    </p>
  );
}
