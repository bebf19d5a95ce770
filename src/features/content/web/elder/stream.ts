const APPLE_STREAM = 'application/vnd.apple.mpegurl';

/**
 * Plays HTTP Live Streaming in that element: by the browser where it can, else by a library that is
 * loaded for it. Returns what ends it.
 */
export function attachStream(
  media: HTMLMediaElement,
  url: string,
  onBroken: () => void,
): () => void {
  if (media.canPlayType(APPLE_STREAM) !== '') {
    media.src = url;
    return () => media.removeAttribute('src');
  }
  let isOver = false;
  let end = () => {
    isOver = true;
  };
  const play = async () => {
    const { default: Hls } = await import('hls.js');
    if (isOver) return;
    if (!Hls.isSupported()) return onBroken();
    // Its worker would come out of a blob, which the page's policy refuses.
    const hls = new Hls({ enableWorker: false });
    end = () => hls.destroy();
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
      if (fatal) onBroken();
    });
    hls.loadSource(url);
    hls.attachMedia(media);
  };
  play().catch(onBroken);
  return () => end();
}
