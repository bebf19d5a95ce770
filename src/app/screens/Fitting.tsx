import { useLayoutEffect } from 'react';
import { Redirect, useLocation, useSearchParams } from 'wouter';
import { Fitting } from '#features/accessibility/web/fitting/Fitting.tsx';
import { Proposal } from '#features/accessibility/web/fitting/Proposal.tsx';
import { useAccessibilities } from '#features/accessibility/web/queries.ts';
import { useNamedElders } from '#features/people/web/queries.ts';
import { startTouchRule } from '#platform/web/touch/touch-rule.ts';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { MessageStrip } from '#platform/web/ui/MessageStrip.tsx';
import { accessibilityPath } from './admin/accessibility-path.ts';

/**
 * The touch fitting of an elder, whom the query names. A helper uses it next to the elder, on the
 * elder's tablet.
 */
export function FittingScreen() {
  useLayoutEffect(startTouchRule, []);
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const elders = useNamedElders();
  const all = useAccessibilities();
  if (elders === undefined || all.isPending) return <FullPageLoading />;
  const elder = elders.find(({ id }) => id === search.get('for'));
  const present = all.data?.find(({ userId }) => userId === elder?.id);
  if (elder === undefined || present === undefined) return <Redirect to="/settings" replace />;
  const end = () => navigate(accessibilityPath(elder.id));
  return (
    <main>
      <MessageStrip place="bar" />
      <Fitting
        name={elder.name}
        present={present}
        onEnd={end}
        end={(findings) => <Proposal name={elder.name} {...{ present, findings }} onEnd={end} />}
      />
    </main>
  );
}
