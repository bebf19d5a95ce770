import signOutIcon from '@phosphor-icons/core/assets/bold/sign-out-bold.svg?raw';
import { stopDeviceAlerts } from '#features/alerts/web/queries.ts';
import { useSignOut } from '#features/sessions/web/sign-in-and-out.ts';
import { Button } from '#platform/web/ui/Button.tsx';

export function LogoutButton() {
  const signOut = useSignOut();
  return (
    <Button
      variant="quiet"
      icon={signOutIcon}
      isPending={signOut.isPending}
      onPress={() => void stopDeviceAlerts().then(() => signOut.mutate())}
    >
      Logout
    </Button>
  );
}
