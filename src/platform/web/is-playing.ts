/**
 * True if something on the page plays: media, speech, or an element with `data-plays="true"`. An
 * iframe of another site counts as playing unless it has `data-plays="false"`, because this page
 * cannot observe touches in it.
 */
export function isPlaying(): boolean {
  const media = [...document.querySelectorAll<HTMLMediaElement>('video, audio')];
  return (
    media.some(({ paused, ended }) => !paused && !ended) ||
    document.querySelector('[data-plays="true"], iframe:not([data-plays="false"])') !== null ||
    window.speechSynthesis?.speaking === true
  );
}
