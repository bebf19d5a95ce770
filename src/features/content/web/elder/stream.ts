const APPLE_STREAM = 'application/vnd.apple.mpegurl';

/**
 * Plays HTTP Live Streaming in the element: natively if supported, otherwise with a library that is
 * loaded on demand. Returns a function that detaches it.
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
    // The library's worker is created from a blob, which the content security policy blocks.
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
