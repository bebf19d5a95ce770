import { parseDate } from '@internationalized/date';
import calendar from '@phosphor-icons/core/assets/bold/calendar-blank-bold.svg?raw';
import left from '@phosphor-icons/core/assets/bold/caret-left-bold.svg?raw';
import right from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface DateFieldProps extends FieldProps {
  /** A local date, YYYY-MM-DD. */
  value: string | null;
  onChange: (value: string | null) => void;
  isRequired?: boolean;
}

const SMALL = 'grid size-9.5 flex-none place-items-center rounded-badge data-hovered:bg-sunk';

/** A date, typed or chosen in a calendar. One that is not required can be emptied. */
export function DateField(props: DateFieldProps) {
  const { label, mark, description, error, value, onChange, isRequired = false } = props;
  return (
    <DatePicker
      value={value === null ? null : parseDate(value)}
      onChange={(date) => onChange(date === null ? null : date.toString())}
      isRequired={isRequired}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      shouldForceLeadingZeros={false}
      className={`group ${props.className ?? ''}`}
    >
      <FieldLabel label={label} mark={mark} />
      <Group className="flex min-h-12.5 items-center rounded-control border border-line-strong bg-white pr-1.5 pl-3.5 group-data-invalid:border-2 group-data-invalid:border-danger">
        <DateInput className="flex flex-1 tabular">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-sm px-0.5 py-1 data-placeholder:text-placeholder data-focused:bg-gold-soft"
            />
          )}
        </DateInput>
        {value !== null && !isRequired ? (
          <Button
            slot={null}
            aria-label={`Remove ${label.toLowerCase()}`}
            className={SMALL}
            onPress={() => onChange(null)}
          >
            <Icon of={x} />
          </Button>
        ) : null}
        <Button className={SMALL}>
          <Icon of={calendar} className="text-[1.25rem]" />
        </Button>
      </Group>
      <FieldNotes description={description} error={error} />
      <Popover className="look-admin animate-arrive overflow-auto rounded-box border border-line bg-surface p-4 shadow-e2">
        <Dialog className="outline-none">
          <MonthCalendar />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

function MonthCalendar() {
  return (
    <Calendar>
      <header className="mb-2 flex items-center">
        <Button slot="previous" className={SMALL}>
          <Icon of={left} />
        </Button>
        <Heading className="flex-1 text-center font-bold" />
        <Button slot="next" className={SMALL}>
          <Icon of={right} />
        </Button>
      </header>
      <CalendarGrid className="[&_th]:size-11 [&_th]:font-semibold [&_th]:text-help [&_th]:text-soft">
        {(date) => (
          <CalendarCell
            date={date}
            className="grid size-11 cursor-pointer place-items-center rounded-badge tabular outline-none data-outside-month:hidden data-hovered:bg-sunk data-selected:bg-ink data-selected:text-white data-focus-visible:focus-ring forced-colors:data-selected:bg-[Highlight]"
          />
        )}
      </CalendarGrid>
    </Calendar>
  );
}
