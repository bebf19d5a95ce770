import { asFile } from '#features/pictures/server.ts';
import { type Feature, feature } from '#platform/server/feature.ts';
import { limitConcurrency } from '#platform/server/jobs/semaphore.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { doctorLinkCalls } from './contract.ts';
import { endedLinksJob, endLink, listLinks, makeLink } from './server/links.ts';
import { openPage, openPicture } from './server/open-page.ts';

/**
 * A client with a link may send any number of requests, so a few run at a time and the others wait.
 */
const inTurn = limitConcurrency({
  atOnce: 4,
  longestQueue: 64,
  forOne: { atOnce: 1, longestQueue: 4 },
  tooMany: 'This page is being read by many just now. Please try again in a moment.',
});

/**
 * The limit for photos is higher, because a page requests the photos of all its pills at the same
 * time.
 */
const picturesInTurn = limitConcurrency({
  atOnce: 8,
  longestQueue: 256,
  forOne: { atOnce: 4, longestQueue: 64 },
  tooMany: 'This page is being read by many just now. Please try again in a moment.',
});

/**
 * Cached for a short time only, so that a browser in a clinic discards the pictures soon after the
 * link has ended.
 */
const PICTURE_CACHE = 'private, max-age=300';

/** Endpoints for links with which a doctor reads the page of one elder without signing in. */
export function doctorLinksFeature(store: FileStore): Feature {
  return feature(
    doctorLinkCalls,
    {
      list: (_call, context) => listLinks(context),
      make: ({ body }, context) => makeLink(body, context),
      async end({ params }, context) {
        await endLink(params.id, context);
      },
      open: ({ params }, context) =>
        inTurn(() => openPage(params.token, context), context.request.address),
      async picture({ params }, context) {
        const { accountId, picture } = await picturesInTurn(
          () => openPicture(params, context),
          context.request.address,
        );
        return { ...asFile(store, accountId, picture), cacheControl: PICTURE_CACHE };
      },
    },
    [endedLinksJob],
  );
}
