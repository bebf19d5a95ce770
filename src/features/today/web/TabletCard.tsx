import tabletIcon from '@phosphor-icons/core/assets/duotone/device-tablet-duotone.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import question from '@phosphor-icons/core/assets/fill/question-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import type { ReactNode } from 'react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Box } from '#platform/web/ui/Box.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Tablet } from '../contract.ts';
import { type Line, readinessMessage, readinessOf } from '../domain/readiness.ts';

interface TabletCardProps {
  tablet: Tablet;
  /** The name of the elder. */
  name: string;
  timezone: string;
  now: Date;
  tryAlarm: ReactNode;
  settings: ReactNode;
}

const MARKS = {
  yes: { icon: check, look: 'text-listen' },
  no: { icon: warning, look: 'text-danger' },
  'not known': { icon: question, look: 'text-soft' },
};

/** Shows whether a tablet could ring, line by line; problems are at the top with their remedy. */
export function TabletCard(props: TabletCardProps) {
  const { tablet, name, timezone, now } = props;
  const readiness = readinessOf(tablet, now, timezone);
  const isReady = readiness.inOrder === readiness.lines.length;
  const tone = readiness.couldRing ? 'late' : 'bad';
  return (
    <Box
      title={`${tablet.name} of ${name}`}
      icon={tabletIcon}
      action={
        <Badge tone={isReady ? 'good' : tone} icon={isReady ? check : warning}>
          {readinessMessage(readiness)}
        </Badge>
      }
    >
      <ul>
        {readiness.lines.map((line) => (
          <ReadinessLine key={line.name} line={line} />
        ))}
      </ul>
      <div className="mt-4 rounded-box bg-ground px-4 py-3.5">{props.tryAlarm}</div>
      <div className="mt-5 empty:hidden">{props.settings}</div>
    </Box>
  );
}

function ReadinessLine({ line: { name, verdict, fact, todo } }: { line: Line }) {
  const { icon, look } = MARKS[verdict];
  return (
    <li
      className={`grid grid-cols-[1.625rem_1fr] items-center gap-x-3 border-line border-t py-2.5 leading-snug first:border-0 tablet:grid-cols-[1.625rem_9.4rem_1fr] ${
        verdict === 'no' ? '-mx-3 mb-1.5 rounded-control border-0! bg-danger-tint px-3' : ''
      }`}
    >
      <Icon of={icon} className={`text-[1.55rem] ${look}`} />
      <strong className="font-semibold">{name}</strong>
      <span
        className={`max-tablet:col-start-2 ${verdict === 'no' ? 'font-semibold text-danger-deep' : 'text-soft'}`}
      >
        {fact}
      </span>
      {todo ? <p className="col-start-2 text-help tablet:col-end-4">{todo}</p> : null}
    </li>
  );
}
