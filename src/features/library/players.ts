/** How an address is shown; addresses that none of them can show are refused. */
export type Player =
  /** In a frame of the provider, which the page can tell to pause. */
  | { readonly kind: 'youtube' | 'vimeo'; readonly id: string; readonly embedUrl: string }
  /** In a frame of a music service, in which play must be pressed. */
  | { readonly kind: 'music'; readonly provider: string; readonly embedUrl: string }
  /** By the browser itself. */
  | { readonly kind: 'video' | 'audio'; readonly url: string }
  /** HTTP Live Streaming, which needs a library in most browsers. */
  | { readonly kind: 'stream'; readonly url: string };
