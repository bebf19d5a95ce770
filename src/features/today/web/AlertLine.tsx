import bell from '@phosphor-icons/core/assets/duotone/bell-duotone.svg?raw';
import { Link } from 'wouter';
import { reaches } from '#features/alerts/domain/channels.ts';
import { formatList } from '#platform/shared/format-list.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Today } from '../contract.ts';

/** Shows the people who can be alerted, with only those channels that work for them. */
export function AlertLine({ alerts }: { alerts: Today['alerts'] }) {
  const reached = alerts.people.filter(reaches);
  const isTried = reached.some(({ email, push }) => email === 'works' || push === 'works');
  return (
    <p className="flex items-center gap-3.5 rounded-box bg-ground px-5 py-4 leading-snug [--glyph:#d3cbe6]">
      <Icon of={bell} className="flex-none text-[1.875rem]" />
      <Link href="/medications" className="block min-h-11.5 rounded-control hover:underline">
        <span className="block font-semibold">
          {reached.length === 0
            ? 'No alert can reach anybody'
            : `Alerts go to ${formatList(reached.map(({ name }) => name))}`}
        </span>
        <span className="block text-help text-soft">{wayWords(reached.length, isTried)}</span>
      </Link>
    </p>
  );
}

function wayWords(reached: number, isTried: boolean): string {
  if (reached === 0) return 'What can be done about it stands in Medications';
  return isTried ? 'The last one that was sent has left' : 'None was tried yet: send a test alert';
}
