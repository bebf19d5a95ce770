import archive from '@phosphor-icons/core/assets/duotone/archive-duotone.svg?raw';
import { useState } from 'react';
import { lazyPart } from '#platform/web/lazy-part.tsx';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DownloadDialog } from './DownloadDialog.tsx';
import { useIsEmpty } from './queries.ts';

/** Loaded on demand, because only an empty household needs it. */
const BringIn = lazyPart(async () => (await import('./ImportHousehold.tsx')).ImportHousehold);

type Question = 'to download' | 'to delete';

/** Export, import and deletion of all data of the household. */
export function YourData({ customerId }: { customerId: string }) {
  const [asking, setAsking] = useState<Question>();
  const isEmpty = useIsEmpty();
  const close = () => setAsking(undefined);
  return (
    <Box title="Your data" icon={archive}>
      <div className="grid gap-6">
        <div className="grid justify-items-start gap-3">
          <p className="max-w-170">
            Everything here belongs to your family: medications and their history, the calendar,
            content, and all photos as they were uploaded. You can take it along in one file.
          </p>
          <Button variant="outline" onPress={() => setAsking('to download')}>
            Download everything
          </Button>
        </div>
        {isEmpty ? <BringIn /> : null}
        <div className="grid justify-items-start gap-3 border-line border-t pt-5">
          <p className="max-w-170">
            When you delete this household, nothing of it is left on this server.
          </p>
          <Button variant="danger-outline" onPress={() => setAsking('to delete')}>
            Delete this household
          </Button>
        </div>
      </div>
      {asking === 'to download' ? <DownloadDialog onClose={close} /> : null}
      {asking === 'to delete' ? <DeleteDialog customerId={customerId} onClose={close} /> : null}
    </Box>
  );
}
