const GUIDANCE = ['urgent', 'tip', 'label', 'title'] as const;
const CAPTIONS = ['caption'] as const;

/** What is spoken: voice guidance is all but the captions of photos, which have their own switch. */
export function kindsOf(isGuidanceOn: boolean, areCaptionsOn: boolean) {
  return [...(isGuidanceOn ? GUIDANCE : []), ...(areCaptionsOn ? CAPTIONS : [])];
}
