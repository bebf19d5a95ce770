import { z } from 'zod';
import { bareWebAddress, configPart } from '#platform/server/config.ts';

/** An OpenAI-compatible service that writes help tips; without one the built-in tips are used. */
export const readHelpTips = configPart(
  {
    HELP_TIP_URL: [bareWebAddress.optional(), 'a web address such as https://ai.example.org/v1'],
    HELP_TIP_API_KEY: [z.string().optional(), 'a key'],
    HELP_TIP_MODEL: [z.string().optional(), 'the name of a model, when HELP_TIP_URL is set'],
  },
  ({ HELP_TIP_URL: url, HELP_TIP_API_KEY: apiKey, HELP_TIP_MODEL: model }, wrong) => {
    if (url === undefined) return undefined;
    if (model === undefined) throw wrong('HELP_TIP_MODEL');
    /** The path `/chat/completions` is appended to this address for each request. */
    return { url, apiKey, model };
  },
);

export type HelpTipSettings = NonNullable<ReturnType<typeof readHelpTips>>;
