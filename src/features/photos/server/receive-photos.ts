import type { ReceivedFile, ReplyOf } from '#kit/shared/endpoint.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import type { Photo, PhotoCalls } from '../contract.ts';
import { countMessage } from '../count-message.ts';
import { photoRefusal } from '../refusals.ts';
import { type Receiving, receivePhoto } from './receive-photo.ts';

type Received = ReplyOf<PhotoCalls['upload']>;

/**
 * Takes the files one after the other as they come in; one that cannot be taken is named with the
 * reason. Throws when none could be: with the reason itself where all have the same one.
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
      // The album is gone, and with it the place for all the others.
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
  // It is not about the photos when the server cannot take any just now.
  if (haveOneReason && first.status >= 500) return first.with({ rejected });
  const sentence = haveOneReason ? first.message : 'None of these photos could be taken.';
  return photoRefusal('no-photo-taken', sentence, { more: { rejected } });
}
