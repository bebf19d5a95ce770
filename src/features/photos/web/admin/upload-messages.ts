import { countMessage } from '../../domain/count-message.ts';
import type { ShownCaption } from './upload-captions.ts';
import { type QueuedPhoto, takenOf } from './upload-queue.ts';

interface EndMessage {
  readonly kind: 'success' | 'info' | 'error';
  readonly title: string;
  readonly text: string;
}

export function endMessage(photos: readonly QueuedPhoto[], stopped: number): EndMessage {
  const taken = takenOf(photos);
  const text = `${countMessage(taken)} uploaded`;
  if (stopped > 0)
    return { kind: 'info', title: 'Upload stopped', text: `${text}, ${stopped} not sent.` };
  if (taken > 0) return { kind: 'success', title: 'Success', text };
  // If every file was a duplicate or not a picture, the upload is not reported as failed.
  const known = photos.filter(({ misfit }) => misfit === 'known').length;
  const none = photos.filter(({ misfit }) => misfit === 'no picture').length;
  if (photos.length > 0 && known + none === photos.length) {
    return { kind: 'info', title: 'No photos to upload', text: misfitMessage(known, none) };
  }
  return { kind: 'error', title: 'Upload Failed', text: 'Failed to upload photos' };
}

/** Example: '2 are already there, 1 is not a picture that can be taken.' */
function misfitMessage(known: number, none: number): string {
  const parts: string[] = [];
  if (known > 0) parts.push(`${known} ${known === 1 ? 'is' : 'are'} already there`);
  if (none === 1) parts.push('1 is not a picture that can be taken');
  if (none > 1) parts.push(`${none} are not pictures that can be taken`);
  return `${parts.join(', ')}.`;
}

export function captionMessage(
  { state, share }: Pick<QueuedPhoto, 'state' | 'share'>,
  caption: ShownCaption | undefined,
): string {
  if (state === 'waiting') return 'Waiting';
  if (state === 'sending') return `${Math.round(share * 100)}%`;
  if (caption?.state === 'refused') return `Caption not saved: ${caption.reason}`;
  if (caption?.state === 'waiting') return 'Uploaded, saving the caption…';
  return caption?.state === 'saved' && caption.text.trim() !== ''
    ? 'Uploaded with its caption'
    : 'Uploaded';
}
