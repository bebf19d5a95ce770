/**
 * True if something on the page plays: media, speech, or an element with `data-plays="true"`. A
 * frame of another site counts as playing unless it has `data-plays="false"`, because touches in it
 * are not visible here.
 */
export function isPlaying(): boolean {
  const media = [...document.querySelectorAll<HTMLMediaElement>('video, audio')];
  return (
    media.some(({ paused, ended }) => !paused && !ended) ||
    document.querySelector('[data-plays="true"], iframe:not([data-plays="false"])') !== null ||
    window.speechSynthesis?.speaking === true
  );
}
