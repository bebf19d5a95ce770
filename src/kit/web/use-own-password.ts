import { useState } from 'react';
import { ApiError } from './api.ts';

/**
 * The password of the person at the screen, typed again for something that an open browser alone
 * must not be enough for. `name` is the field under which the server says that it is wrong.
 */
export function useOwnPassword(name: 'password' | 'currentPassword' = 'password') {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return {
    value,
    /** Goes into the text field. */
    field: { value, error, onChange: setValue },
    /** Whether nothing was typed, which is then said at the field. */
    isMissing(): boolean {
      setError(value === '' ? 'Please enter your password.' : undefined);
      return value === '';
    },
    /** Whether the server said that it is wrong, which is then said at the field. */
    isRefused(failure: unknown): boolean {
      const sentence = failure instanceof ApiError ? failure.fields[name] : undefined;
      setError(sentence);
      return sentence !== undefined;
    },
  };
}
