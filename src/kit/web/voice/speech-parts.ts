/** What is read of a voice that the browser offers. */
export interface VoiceOffer {
  readonly lang: string;
  /** Made on the device; else every text is sent to a server of the voice's maker. */
  readonly localService: boolean;
}

/** Chrome falls silent after 15 seconds of one text; this is far below, for slow voices too. */
const LONGEST_PART = 160;

/**
 * The voice to use: English as it is spoken in the United States before other English, the earliest
 * of several. Never one that speaks on a server, and none rather than one of another language.
 */
export function voiceAmong<Offer extends VoiceOffer>(offers: readonly Offer[]): Offer | undefined {
  const own = offers.filter(({ localService }) => localService);
  return (
    own.find(({ lang }) => tagOf(lang) === 'en-us') ??
    own.find(({ lang }) => /^en\b/.test(tagOf(lang)))
  );
}

/**
 * A text in parts that are short enough to be spoken: sentences, and of a long one its words. They
 * are as much shorter as the voice is slower than usual.
 */
export function partsOf(text: string, slowness = 1): string[] {
  const longest = Math.floor(LONGEST_PART / slowness);
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

/** Android writes 'en_US'. */
function tagOf(lang: string): string {
  return lang.replace('_', '-').toLowerCase();
}

/** Words with the space behind them; one of no end, such as an address, in pieces. */
function wordsOf(piece: string, longest: number): string[] {
  return piece.match(new RegExp(`\\S{1,${longest}}\\s*`, 'g')) ?? [];
}
