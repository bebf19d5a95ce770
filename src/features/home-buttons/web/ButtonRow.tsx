import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MoveArrows } from '#platform/web/ui/MoveArrows.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import { useEditFocus } from '#platform/web/use-edit-focus.ts';
import type { HomeButton } from '../contract.ts';
import { RenameButton } from './RenameButton.tsx';

interface ButtonRowProps {
  button: HomeButton;
  icon: string;
  total: number;
  onShow: (isEnabled: boolean) => void;
  /** -1 moves the button up by one position. */
  onMove: (step: -1 | 1) => void;
}

/** One home button of the list, or the form to change its label. */
export function ButtonRow(props: ButtonRowProps) {
  const [isEditing, setEditing] = useState(false);
  const row = useEditFocus<HTMLDivElement>(isEditing);
  return (
    <div ref={row}>
      {isEditing ? (
        <RenameButton button={props.button} onDone={() => setEditing(false)} />
      ) : (
        <ShownRow {...props} onEdit={() => setEditing(true)} />
      )}
    </div>
  );
}

type ShownRowProps = ButtonRowProps & { onEdit: () => void };

function ShownRow({ button, icon, total, onShow, onMove, onEdit }: ShownRowProps) {
  const { label, order, isEnabled, buttonKey } = button;
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 py-3 tablet:flex-nowrap tablet:px-2">
      <div className="order-3 tablet:order-none">
        <MoveArrows name={label} order={order} total={total} onMove={onMove} />
      </div>
      <span
        className={`key-${buttonKey} order-1 grid size-15 flex-none place-items-center rounded-control bg-key text-[2rem] text-white tablet:order-none ${isEnabled ? '' : 'opacity-45'}`}
      >
        <Icon of={icon} className="[--glyph:rgb(255_255_255/75%)]" />
      </span>
      <Switch
        label={label}
        description={isEnabled ? 'Shown' : 'Hidden'}
        isSelected={isEnabled}
        onChange={onShow}
        // Keeps the two lines close together and centers the switch vertically in the row.
        className="order-2 min-w-0 basis-[calc(100%-4.75rem)] wrap-break-word tablet:order-none tablet:flex-1 tablet:basis-0 -translate-y-1 [&_label>span]:translate-y-2.5 [&_p]:-mt-2.5"
      />
      <Button
        variant="quiet"
        icon={pencil}
        data-edit=""
        className="order-4 ml-auto tablet:order-none tablet:ml-0"
        aria-label={`Rename ${label}`}
        onPress={onEdit}
      >
        Rename
      </Button>
    </div>
  );
}
