import { TextField } from './TextField.tsx';

interface OwnPasswordFieldProps {
  /** Why it is asked for. */
  reason: string;
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
