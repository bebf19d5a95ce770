import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { useOpenAlerts } from './open-queries.ts';

/** Loaded lazily, because on most days there is no open alert. */
const OneAlert = lazyPart(async () => (await import('./OneAlert.tsx')).OneAlert, renderNothing);

interface OpenAlertsProps {
  userId: string;
  /** If true, shows only one line per alert, for tabs that are not about medications. */
  isShort?: boolean;
}

/** Lists the open alerts that can be acknowledged; with a single administrator there are none. */
export function OpenAlerts({ userId, isShort = false }: OpenAlertsProps) {
  const alerts = (useOpenAlerts().data?.alerts ?? []).filter(({ canTakeOver }) => canTakeOver);
  if (alerts.length === 0) return null;
  return (
    <div className={isShort ? 'mb-5 grid gap-3' : 'mb-6 grid gap-5'}>
      {alerts.map((alert) => (
        <OneAlert key={alert.id} alert={alert} userId={userId} isShort={isShort} />
      ))}
    </div>
  );
}
