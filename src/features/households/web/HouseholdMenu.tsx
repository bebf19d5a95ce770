import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { useLocation } from 'wouter';
import { useAccountOptions } from '#features/accounts/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Household } from '../contract.ts';
import { householdMessage, toneOf } from '../domain/household-messages.ts';
import { useEnterHousehold } from './queries.ts';
import type { SwitcherProps } from './switcher-props.ts';
import { ToneDot } from './ToneDot.tsx';

/** Key of the item that opens the overview. */
const ALL = 'all';

/** Key of the item that adds a household, if registration is open. */
const ANOTHER = 'another';
const ADD = 'Add another household';

/** Maximum number of households in the menu; the overview lists all. */
const MAX_OFFERED = 12;

const ITEM =
  'flex cursor-pointer items-start gap-3 rounded-control px-3 py-2.5 outline-none data-focused:bg-sunk';

interface HouseholdMenuProps extends SwitcherProps {
  households: readonly Household[];
}

/** The menu of the switcher, for two or more households. */
export function HouseholdMenu(props: HouseholdMenuProps) {
  const { overviewPath, addPath, path, onChosen, households } = props;
  const { data: options } = useAccountOptions();
  const [, navigate] = useLocation();
  const now = useNow(MINUTE_MS);
  const enter = useEnterHousehold(path);
  const present = households.find(({ isPresent }) => isPresent);
  if (present === undefined) return null;
  const others = households.filter(({ isPresent }) => !isPresent).slice(0, MAX_OFFERED);
  const choose = (chosen: string) => {
    onChosen?.();
    if (chosen === ALL) navigate(overviewPath);
    else if (chosen === ANOTHER) navigate(addPath);
    else enter.run(chosen);
  };
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={`Household: ${present.name}`}
        isPending={enter.isPending}
        className="flex min-h-12.5 items-center gap-3 rounded-control border-2 border-line bg-surface px-3.5 text-left font-semibold data-hovered:bg-sunk"
      >
        <span className="min-w-0 flex-1 truncate">{present.name}</span>
        <Icon of={caret} className="flex-none" />
      </AriaButton>
      <Popover
        placement="bottom start"
        className="look-admin max-h-[70dvh] w-72 max-w-[90vw] overflow-y-auto rounded-box border border-line bg-surface p-2 shadow-e3"
      >
        <Menu
          aria-label="Households"
          className="outline-none"
          onAction={(key) => choose(String(key))}
        >
          {others.map((household) => (
            <MenuItem
              key={household.id}
              id={household.id}
              textValue={household.name}
              className={ITEM}
            >
              <ToneDot tone={toneOf(household)} />
              <span className="min-w-0 leading-snug wrap-anywhere">
                <span className="block font-semibold">{household.name}</span>
                <span className="block text-help text-soft">
                  {householdMessage(household, now)}
                </span>
              </span>
            </MenuItem>
          ))}
          <Separator className="my-1 border-line border-t" />
          <MenuItem id={ALL} textValue="All households" className={`${ITEM} font-semibold`}>
            All households
          </MenuItem>
          {options?.registrationOpen ? (
            <MenuItem id={ANOTHER} textValue={ADD} className={`${ITEM} font-semibold`}>
              {ADD}
            </MenuItem>
          ) : null}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
