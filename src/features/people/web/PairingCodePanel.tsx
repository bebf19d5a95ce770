import renew from '@phosphor-icons/core/assets/bold/arrows-clockwise-bold.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import { formatPairingCode, PAIRING_MINUTES } from '#features/sessions/domain/pairing-code.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyField } from '#platform/web/ui/CopyField.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Device } from '../contract.ts';
import { timeLeft } from './people-messages.ts';
import { QrCode } from './QrCode.tsx';
import type { PairingCode } from './queries.ts';

interface PairingCodePanelProps {
  code: PairingCode;
  devices: readonly Device[];
  firstName: string;
  isPending: boolean;
  onNew: () => void;
}

/** The pairing code in three forms: to read aloud, to scan and to send. */
export function PairingCodePanel(props: PairingCodePanelProps) {
  const { code, devices, firstName, isPending, onNew } = props;
  const left = timeLeft(code.expiresAt, useNow(SECOND_MS));
  const madeAt = Date.parse(code.expiresAt) - PAIRING_MINUTES * MINUTE_MS;
  const isUsed = devices.some(
    ({ kind, createdAt }) => kind === 'tablet' && Date.parse(createdAt) >= madeAt,
  );
  const another = (
    <Button variant="outline" icon={renew} isPending={isPending} onPress={onNew}>
      New code
    </Button>
  );
  if (isUsed || left === undefined) {
    return (
      <div className="grid justify-items-center gap-4 rounded-box bg-ground px-5 py-8 text-center">
        <p role="status" className="flex items-center gap-2.5 font-semibold text-section">
          {isUsed ? <Icon of={check} className="text-[1.6rem] text-listen" /> : null}
          {isUsed
            ? `The tablet of ${firstName} is set up.`
            : `This code is older than ${PAIRING_MINUTES} minutes and no longer works.`}
        </p>
        {another}
      </div>
    );
  }
  return (
    <div className="grid items-center gap-6 rounded-box bg-ground p-5 tablet:grid-cols-[13rem_minmax(0,1fr)]">
      <QrCode
        text={code.link}
        label={`QR code of the link that sets up the tablet of ${firstName}`}
        className="mx-auto w-52 max-w-full"
      />
      <div className="grid gap-3.5">
        <p>
          On the tablet, point the camera at the square, or choose “Set up this tablet with a code”
          on the sign-in screen and type:
        </p>
        <p className="tabular font-heavy text-[2.25rem] leading-none tracking-[0.08em] phone:text-[3rem]">
          {formatPairingCode(code.code)}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-soft">
            Works once, valid for {PAIRING_MINUTES} minutes:{' '}
            <strong className="tabular font-semibold text-ink">{left}</strong> left
          </p>
          {another}
        </div>
        <CopyField label="Link" text={code.link} done="Link copied" />
      </div>
    </div>
  );
}
