import pulse from '@phosphor-icons/core/assets/bold/pulse-bold.svg?raw';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { noticeMessage } from '../domain/health-messages.ts';
import { useServerHealth } from './queries.ts';

/**
 * Tells the operator on every tab that the server needs attention, or that a newer version is
 * available.
 */
export function ServerNotice({ path }: { path: string }) {
  const message = noticeMessage(useServerHealth().data?.findings ?? []);
  if (message === undefined) return null;
  return (
    <section
      aria-label="This server"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-box bg-late-tint px-5 py-3 text-late"
    >
      <p role="status" className="min-w-0 flex-1 basis-60 font-semibold">
        {message}
      </p>
      <ButtonLink href={path} icon={pulse}>
        Health of this server
      </ButtonLink>
    </section>
  );
}
