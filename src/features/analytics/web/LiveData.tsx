import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { useAnalytics } from './queries.ts';

/** Shows whether the figures below are up to date. */
export function LiveData() {
  const { hasFailed } = useAnalytics();
  return (
    <span role="status">
      {hasFailed ? (
        <Badge tone="late" icon={warning}>
          Not live at the moment
        </Badge>
      ) : (
        <Badge tone="good">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-listen forced-border" />
          Live Data
        </Badge>
      )}
    </span>
  );
}
