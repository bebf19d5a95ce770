import list from '@phosphor-icons/core/assets/bold/list-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { Modal } from '#kit/web/ui/Modal.tsx';
import { AdminNav, Brand, Initials } from './AdminNav.tsx';

type AdminShellProps = Omit<ComponentProps<typeof AdminNav>, 'onChosen'> & { children: ReactNode };

const SQUARE =
  'grid size-11.5 flex-none place-items-center rounded-control bg-surface text-[1.4rem] data-hovered:bg-sunk';

/** Navigation on the left and the sheet beside it; on narrow screens the navigation is a drawer. */
export function AdminShell({ children, ...nav }: AdminShellProps) {
  return (
    <div className="look-admin min-h-dvh broad:grid broad:grid-cols-[17.5rem_minmax(0,1fr)]">
      <header className="sticky top-0 hidden h-dvh short:static short:h-auto broad:block">
        <AdminNav {...nav} />
      </header>
      <header className="flex items-center gap-3 px-3 py-2.5 broad:hidden">
        <Drawer {...nav} />
        <Brand appName={nav.appName} />
        <span className="ml-auto">
          <Initials user={nav.user} />
        </span>
      </header>
      <main className="min-h-[calc(100dvh-4.25rem)] rounded-t-sheet bg-surface px-4 pt-6 pb-30 shadow-e1 tablet:px-9 tablet:pt-8 broad:my-3.5 broad:mr-3.5 broad:min-h-0 broad:rounded-sheet">
        {children}
      </main>
    </div>
  );
}

function Drawer(nav: Omit<AdminShellProps, 'children'>) {
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
