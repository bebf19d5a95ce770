import { z } from 'zod';
import { askProvider, ProviderError } from '#platform/server/outbound/ask-provider.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import type { HelpTipCalls } from '../contract.ts';
import { type HelpTip, helpTip } from '../contract.ts';
import type { HelpTipSettings } from './config.ts';

const MAX_TOKENS = 150;
/** Maximum length in characters; longer tips do not fit on the screen. */
const MAX_TIP_LENGTH = 160;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

const worded = helpTip.extend({ tip: z.string().trim().min(1).max(MAX_TIP_LENGTH) });

const INSTRUCTIONS = `You word help tips for the screens of a tablet that an older person uses.
Answer with one JSON object and nothing else: {"tip": string, "category": "navigation" | "action" | "information" | "safety", "priority": "low" | "medium" | "high"}.
The tip is one plain, warm, adult sentence of at most ${MAX_TIP_LENGTH} characters, without exclamation marks, praise, jargon or medical advice. It speaks only of what is on the screen that is described.`;

/**
 * Requests a tip from a service with OpenAI's chat completions API. Only the page, the action and
 * the role are sent, no data of the household. Throws a ProviderError.
 */
export async function wordedTip(
  { url, apiKey, model }: HelpTipSettings,
  question: CallOf<HelpTipCalls['choose']>['body'],
  withinMs: number,
): Promise<HelpTip> {
  const answer = await askProvider(new URL(`${url}/chat/completions`), {
    withinMs,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    body: {
      model,
      max_tokens: MAX_TOKENS,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: JSON.stringify(question) },
      ],
    },
  });
  const said = completion.safeParse(answer).data?.choices[0]?.message.content ?? '';
  const tip = worded.safeParse(parsed(said));
  if (!tip.success) throw new ProviderError('its answer is no tip');
  return tip.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
