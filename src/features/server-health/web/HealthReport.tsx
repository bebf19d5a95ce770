import again from '@phosphor-icons/core/assets/bold/arrow-clockwise-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import info from '@phosphor-icons/core/assets/bold/info-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/bold/warning-bold.svg?raw';
import { agoMessage } from '#platform/shared/ago.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { useAction } from '#platform/web/forms/use-action.ts';
import { Badge, type BadgeTone } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Finding, ServerHealth } from '../contract.ts';
import { byNeed, overallMessage, STATE_WORDS } from '../domain/health-messages.ts';
import { useCheckAgain, useServerHealth } from './queries.ts';

const LOOKS: Record<Finding['state'], { tone: BadgeTone; icon: string }> = {
  bad: { tone: 'bad', icon: warning },
  note: { tone: 'late', icon: info },
  good: { tone: 'good', icon: check },
};

export function HealthReport() {
  const { data, isPending } = useServerHealth();
  const looking = useCheckAgain();
  const look = useAction({
    call: () => looking.mutateAsync(),
    failure: 'The server could not be asked.',
  });
  const button = (
    <Button variant="outline" icon={again} isPending={look.isPending} onPress={() => look.run()}>
      Look again
    </Button>
  );
  if (isPending) return <Looking />;
  if (data === undefined) {
    return <EmptyState text="The server could not be asked how it is.">{button}</EmptyState>;
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <div role="status">
          <p className="font-semibold text-section">{overallMessage(data.findings)}</p>
          <Checked health={data} />
        </div>
        {button}
      </div>
      <ul aria-label="What was looked at" className="grid gap-3 tablet:grid-cols-2">
        {byNeed(data.findings).map((finding) => (
          <One key={finding.what} finding={finding} />
        ))}
      </ul>
    </>
  );
}

function Checked({ health: { version, checkedAt } }: { health: ServerHealth }) {
  const now = useNow(MINUTE_MS);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <p className="text-soft">
      Grand App {version}, looked at {agoMessage(new Date(checkedAt), now, timeZone)}
    </p>
  );
}

function One({ finding: { what, state, sentence, newer } }: { finding: Finding }) {
  const { tone, icon } = LOOKS[state];
  return (
    <li className="rounded-box border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-bold">{what}</h2>
        <Badge tone={tone} icon={icon}>
          {STATE_WORDS[state]}
        </Badge>
      </div>
      <p className="mt-1.5 wrap-anywhere">{sentence}</p>
      {newer?.notes ? (
        <p>
          <a
            href={newer.notes}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11.5 items-center font-semibold underline underline-offset-4"
          >
            What changed in {newer.version}
          </a>
        </p>
      ) : null}
    </li>
  );
}

function Looking() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3 tablet:grid-cols-2">
      {['one', 'two', 'three', 'four'].map((place) => (
        <Skeleton key={place} className="h-28 w-full" />
      ))}
    </div>
  );
}
