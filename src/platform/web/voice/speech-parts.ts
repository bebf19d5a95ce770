/** The used fields of a `SpeechSynthesisVoice`. */
export interface VoiceOffer {
  readonly lang: string;
  /**
   * True if speech is generated on the device; otherwise every text is sent to a server of the
   * voice's vendor.
   */
  readonly localService: boolean;
}

/**
 * Maximum characters per part. Chrome stops after 15 seconds of one text; this is far below, even
 * for slow voices.
 */
const MAX_PART_LENGTH = 160;

/**
 * Returns the first American English voice, or the first other English voice. Never a voice that
 * uses a server, and undefined rather than another language.
 */
export function voiceAmong<Offer extends VoiceOffer>(offers: readonly Offer[]): Offer | undefined {
  const own = offers.filter(({ localService }) => localService);
  return (
    own.find(({ lang }) => tagOf(lang) === 'en-us') ??
    own.find(({ lang }) => /^en\b/.test(tagOf(lang)))
  );
}

/**
 * Splits a text into parts that are short enough to be spoken: sentences, or words of a long
 * sentence. `slowness` shortens the parts for a slow voice.
 */
export function partsOf(text: string, slowness = 1): string[] {
  const longest = Math.floor(MAX_PART_LENGTH / slowness);
  const parts: string[] = [];
  let part = '';
  for (const piece of text.match(/.+?(?:[.!?]+\s+|$)/gs) ?? []) {
    for (const words of piece.length > longest ? wordsOf(piece, longest) : [piece]) {
      if (part !== '' && part.length + words.length > longest) {
        parts.push(part.trim());
        part = '';
      }
      part += words;
    }
  }
  return [...parts, part.trim()].filter((each) => each !== '');
}

/** Normalizes Android's form 'en_US'. */
function tagOf(lang: string): string {
  return lang.replace('_', '-').toLowerCase();
}

/**
 * Splits into words with their trailing space; a very long word, such as a URL, is cut into pieces.
 */
function wordsOf(piece: string, longest: number): string[] {
  return piece.match(new RegExp(`\\S{1,${longest}}\\s*`, 'g')) ?? [];
}
