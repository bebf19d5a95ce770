import tablet from '@phosphor-icons/core/assets/duotone/device-tablet-duotone.svg?raw';
import { useLocation, useSearchParams } from 'wouter';
import type { User } from '#features/sessions/contract.ts';
import { PairForm } from '#features/sessions/web/PairForm.tsx';
import { isPairedTablet } from '#features/sessions/web/paired-tablet.ts';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TouchLink } from '#platform/web/ui/TouchButton.tsx';

/** Pairs a tablet with an elder by the pairing code. */
export function PairScreen({ user }: { user?: User }) {
  useScreenTitle('Set up this tablet');
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const code = search.get('code') ?? '';
  const wasSignedOut = user === undefined && isPairedTablet();
  return (
    <main className="sky-wash grid min-h-dvh place-items-center p-4">
      <section className="w-full max-w-205 rounded-tile bg-surface px-5 py-8 text-center shadow-e2 tablet:px-14 tablet:py-9">
        <span className="mx-auto grid h-28 w-26 place-items-center rounded-t-[3.25rem] rounded-b-3xl bg-call-tint text-[4rem] text-call [--glyph:var(--color-surface)]">
          <Icon of={tablet} />
        </span>
        <h1 className="mt-4 font-heavy text-[2.5rem] leading-tight tablet:text-page">
          Set up this tablet
        </h1>
        <p className="mx-auto mt-2 mb-6 max-w-160 text-elder text-soft">
          {wasSignedOut ? (
            <strong className="font-semibold text-ink">
              This tablet was signed out. Ask your family for a new code.
            </strong>
          ) : (
            guidance(code, user)
          )}
        </p>
        <PairForm code={code} onPaired={() => navigate('/', { replace: true })} />
        <div className="mt-5">
          <TouchLink href={user ? '/admin' : '/auth'} variant="outline" size="bar">
            {user ? 'Back to the admin panel' : 'Sign in with an email'}
          </TouchLink>
        </div>
      </section>
    </main>
  );
}

function guidance(code: string, user: User | undefined): string {
  if (user) {
    return `${user.firstName} is signed in here. With the code this device becomes the tablet, and ${user.firstName} is signed out of it.`;
  }
  if (code !== '') return 'The code is filled in already. Press the button below.';
  return 'Type the code that your family sees in User Management under Set up tablet.';
}
