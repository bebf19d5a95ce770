import copy from '@phosphor-icons/core/assets/bold/copy-bold.svg?raw';
import { useId, useRef } from 'react';
import { toast } from '../toasts.ts';
import { Button } from './Button.tsx';
import { FIELD_SIZES, INPUT } from './variants.ts';

interface CopyFieldProps {
  label: string;
  /** The text to copy, such as a link. */
  text: string;
  /** Toast text after copying. */
  done: string;
}

/** A read-only text with a button that copies it. */
export function CopyField({ label, text, done }: CopyFieldProps) {
  const id = useId();
  const note = `${id}-note`;
  const isForHereAlone = isLoopback(text);
  const input = useRef<HTMLInputElement>(null);
  const copyText = async () => {
    if (await wasCopied(text, input.current)) toast.success(done);
    else toast.info('Please copy the selected text yourself.');
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          readOnly
          aria-describedby={isForHereAlone ? note : undefined}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          className={`${INPUT} ${FIELD_SIZES.usual} min-w-0 flex-1 basis-56 text-ellipsis`}
        />
        <Button variant="outline" icon={copy} onPress={() => void copyText()}>
          Copy
        </Button>
      </div>
      {isForHereAlone && (
        <p id={note} className="mt-2 font-semibold text-danger-deep">
          This works on this computer alone, because the page was opened at “
          {new URL(text).hostname}”. Open it at this computer’s address in your network and make it
          again there.
        </p>
      )}
    </div>
  );
}

/** True for a loopback URL, which other devices cannot reach. */
function isLoopback(text: string): boolean {
  try {
    const { hostname } = new URL(text);
    return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  } catch {
    return false;
  }
}

/**
 * The clipboard API does not exist on insecure pages, such as a server in the home without https,
 * so `execCommand` is the fallback.
 */
async function wasCopied(text: string, input: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    input?.focus();
    input?.select();
    return document.execCommand('copy');
  }
}
