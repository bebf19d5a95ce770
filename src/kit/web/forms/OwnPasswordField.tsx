import { TextField } from '../ui/TextField.tsx';

interface OwnPasswordFieldProps {
  /** Why it is asked for, where nothing else says so. */
  reason?: string;
  field: { value: string; error: string | undefined; onChange: (value: string) => void };
}

/** Where the person at the screen types their own password once more. */
export function OwnPasswordField({ reason, field }: OwnPasswordFieldProps) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      isRequired
      description={reason}
      {...field}
    />
  );
}
