/** The fields of a `SpeechSynthesisVoice` that are used here. */
export interface VoiceOffer {
  readonly lang: string;
  /**
   * True if speech is generated on the device; otherwise every text is sent to a server of the
   * voice's vendor.
   */
  readonly localService: boolean;
}

/**
 * Maximum number of characters per part. Chrome stops 15 seconds after the start of a text; a part
 * of this length takes much less time, even with a slow voice.
 */
const MAX_PART_LENGTH = 160;

/**
 * Returns the first American English voice, or the first other English voice; undefined if there is
 * none. Never returns a voice that sends texts to a server.
 */
export function voiceAmong<Offer extends VoiceOffer>(offers: readonly Offer[]): Offer | undefined {
  const own = offers.filter(({ localService }) => localService);
  return (
    own.find(({ lang }) => tagOf(lang) === 'en-us') ??
    own.find(({ lang }) => /^en\b/.test(tagOf(lang)))
  );
}

/**
 * Splits a text into parts that are short enough to be spoken at once: sentences, or groups of
 * words of a long sentence. The parts are shorter for a slow voice (`slowness` above 1).
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

/** Returns a language tag in lower case with a hyphen; Android uses the form 'en_US'. */
function tagOf(lang: string): string {
  return lang.replace('_', '-').toLowerCase();
}

/**
 * Splits into words with their trailing space; a very long word, such as a URL, is cut into pieces.
 */
function wordsOf(piece: string, longest: number): string[] {
  return piece.match(new RegExp(`\\S{1,${longest}}\\s*`, 'g')) ?? [];
}
