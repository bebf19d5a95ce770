import list from '@phosphor-icons/core/assets/bold/list-bold.svg?raw';
import glass from '@phosphor-icons/core/assets/bold/magnifying-glass-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useLocation, useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useFind } from '#features/search/web/Find.tsx';
import { useScrollToAnchor } from '#platform/web/scroll-to-anchor.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Modal } from '#platform/web/ui/Modal.tsx';
import { AdminNav, Brand, Initials } from './AdminNav.tsx';
import { foundPath } from './found-path.ts';

type NavProps = Omit<ComponentProps<typeof AdminNav>, 'onChosen' | 'onFind'>;

type AdminShellProps = NavProps & { children: ReactNode };

const SQUARE =
  'grid size-11.5 flex-none place-items-center rounded-control bg-surface text-[1.4rem] data-hovered:bg-sunk';

/** Navigation on the left and content beside it; on narrow screens the navigation is a drawer. */
export function AdminShell({ children, ...nav }: AdminShellProps) {
  const main = useRef<HTMLElement>(null);
  const find = useFindThere(nav.tabs);
  return (
    <div className="look-admin min-h-dvh broad:grid broad:grid-cols-[17.5rem_minmax(0,1fr)]">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page, whose address stays */}
      <a
        href="#content"
        className="sr-only fixed top-3 left-3 z-50 rounded-control bg-ink px-5 py-3 font-semibold text-white focus:not-sr-only focus:fixed focus:px-5 focus:py-3"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <header className="sticky top-0 hidden h-dvh short:static short:h-auto broad:block">
        <AdminNav {...nav} onFind={find.open} />
      </header>
      <header className="flex items-center gap-3 px-3 py-2.5 broad:hidden">
        <Drawer {...nav} />
        <Brand appName={nav.appName} />
        <span className="ml-auto flex items-center gap-3">
          <AriaButton aria-label="Find" className={SQUARE} onPress={find.open}>
            <Icon of={glass} />
          </AriaButton>
          <Initials user={nav.user} />
        </span>
      </header>
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100dvh-4.25rem)] rounded-t-sheet bg-surface px-4 pt-6 pb-30 shadow-e1 tablet:px-9 tablet:pt-8 broad:my-3.5 broad:mr-3.5 broad:min-h-0 broad:rounded-sheet **:data-arrived:outline-3 **:data-arrived:outline-offset-2 **:data-arrived:outline-gold-line"
      >
        {children}
      </main>
      {find.dialogs}
    </div>
  );
}

/** The command palette of the panel: opens the tab of the chosen item and scrolls to it. */
function useFindThere(tabs: NavProps['tabs']) {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  useScrollToAnchor(search.get('show'), useHistoryState());
  const visits = useRef(0);
  return useFind({
    pages: tabs.map(({ label, line, path }) => ({ title: label, detail: line, path })),
    pathOf: foundPath,
    onChosen: (path) => {
      visits.current += 1;
      // A new visit number, so that choosing the same item again counts as a new navigation.
      navigate(path, { state: { visit: visits.current } });
    },
  });
}

function Drawer(nav: NavProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <AriaButton aria-label="Menu" className={SQUARE} onPress={() => setOpen(true)}>
        <Icon of={list} />
      </AriaButton>
      {isOpen ? (
        <Modal
          label="Menu"
          isDismissable
          onClose={() => setOpen(false)}
          overlayClassName="justify-start"
          className="h-full w-78 max-w-[90%] animate-slide-in rounded-r-sheet bg-ground shadow-e3"
          dialogClassName="relative h-full"
        >
          <AdminNav {...nav} onChosen={() => setOpen(false)} />
          <AriaButton
            aria-label="Close menu"
            className={`absolute top-5 right-5 ${SQUARE}`}
            onPress={() => setOpen(false)}
          >
            <Icon of={x} />
          </AriaButton>
        </Modal>
      ) : null}
    </>
  );
}
