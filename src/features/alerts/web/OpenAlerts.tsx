import { lazyPart, nothing } from '#kit/web/lazy-part.tsx';
import { useOpenAlerts } from './open-queries.ts';

/** On most days there is none. */
const OneAlert = lazyPart(async () => (await import('./OneAlert.tsx')).OneAlert, nothing);

interface OpenAlertsProps {
  userId: string;
  /** One line for each, above a tab that is about something else. */
  isShort?: boolean;
}

/** Alerts of overdue doses that somebody can take over. With one administrator there is none. */
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
