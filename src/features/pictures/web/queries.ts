import { useCallback, useEffect, useRef, useState } from 'react';
import { AlreadyReported } from '#platform/web/forms/attempt.ts';
import { uploaderOf } from '#platform/web/upload.ts';
import type { PictureCalls } from '../contract.ts';

const upload = uploaderOf<PictureCalls['uploadPillImage']>(
  'POST /api/upload-pill-image',
  'pill-image',
);

export interface PillUpload {
  /** The running upload: a preview of its picture, and the sent share from 0 to 1. */
  readonly sending: { readonly preview: string; readonly share: number } | undefined;
  /**
   * Returns the address of the stored picture; rejects with `AlreadyReported` when it was cancelled.
   */
  send(file: File): Promise<string>;
  stop(): void;
}

/** Uploads one pill picture at a time; cancels it when the screen is closed. */
export function usePillUpload(): PillUpload {
  const [sending, setSending] = useState<PillUpload['sending']>();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const send = async (file: File) => {
    stop();
    const own = new AbortController();
    running.current = own;
    const preview = URL.createObjectURL(file);
    const onProgress = (share: number) => setSending({ preview, share });
    onProgress(0);
    try {
      return (await upload(file, { onProgress, signal: own.signal })).imageUrl;
    } catch (error) {
      throw own.signal.aborted ? new AlreadyReported() : error;
    } finally {
      URL.revokeObjectURL(preview);
      if (running.current === own) setSending(undefined);
    }
  };
  return { sending, send, stop };
}
