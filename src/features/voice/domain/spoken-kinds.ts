const GUIDANCE = ['urgent', 'tip', 'label', 'title'] as const;
const CAPTIONS = ['caption'] as const;

/**
 * Returns the kinds of text that are spoken: voice guidance is everything except the captions of
 * photos, which have a separate switch.
 */
export function kindsOf(isGuidanceOn: boolean, areCaptionsOn: boolean) {
  return [...(isGuidanceOn ? GUIDANCE : []), ...(areCaptionsOn ? CAPTIONS : [])];
}
