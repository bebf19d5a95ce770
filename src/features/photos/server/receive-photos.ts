import type { ReceivedFile, ReplyOf } from '#platform/shared/endpoint.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import type { Photo, PhotoCalls } from '../contract.ts';
import { countMessage } from '../domain/count-message.ts';
import { photoRefusal } from '../refusals.ts';
import { type Receiving, receivePhoto } from './receive-photo.ts';

type Received = ReplyOf<PhotoCalls['upload']>;

/**
 * Receives files one after the other as they arrive. Rejected files are listed with their reasons.
 * Throws if all are rejected; with the reason itself if it is equal for all.
 */
export async function receivePhotos(
  files: AsyncIterable<ReceivedFile>,
  into: Receiving,
): Promise<Received> {
  const photos: Photo[] = [];
  const refused: { name: string; refusal: Refusal }[] = [];
  for await (const received of files) {
    try {
      if (received.refusal !== undefined) throw received.refusal;
      photos.push(await receivePhoto(received, into));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The album was deleted, so the remaining files cannot be received either.
      if (error.status === 404) throw error;
      refused.push({ name: received.name, refusal: error });
    }
  }
  if (photos.length === 0)
    throw noneTaken(
      refused.map(({ refusal }) => refusal),
      asRejected(refused),
    );
  const message = `${countMessage(photos.length)} uploaded`;
  return { message, photos, rejected: asRejected(refused) };
}

function asRejected(refused: readonly { name: string; refusal: Refusal }[]) {
  return refused.map(({ name, refusal }) => ({
    name,
    error: refusal.message,
    code: refusal.code,
    ...(typeof refusal.more.id === 'string' ? { id: refusal.more.id } : {}),
  }));
}

function noneTaken(refusals: readonly Refusal[], rejected: Received['rejected']): Refusal {
  const [first] = refusals;
  if (first === undefined) return photoRefusal('photos-missing');
  const haveOneReason = refusals.every(({ message }) => message === first.message);
  // A server error is not about the photos, so it keeps its status.
  if (haveOneReason && first.status >= 500) return first.with({ rejected });
  const sentence = haveOneReason ? first.message : 'None of these photos could be taken.';
  return photoRefusal('no-photo-taken', sentence, { more: { rejected } });
}
