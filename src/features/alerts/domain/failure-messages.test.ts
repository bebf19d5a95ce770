import { expect, it } from 'vitest';
import { failureMessage } from './failure-messages.ts';

it.each([
  ['no mail server', /^No mail server is set up on this server\. Whoever runs it can set SMTP_URL/],
  ['EENVELOPE 550', /^The mail server refused it\.$/],
  ['EENVELOPE', /^The mail server refused it\.$/],
  ['EMESSAGE 451', /^The mail server refused it\.$/],
  ['EAUTH 535', /did not let this server sign in/],
  ['ECONNECTION', /could not be reached/],
  ['ESOCKET', /could not be reached/],
  ['ETIMEDOUT', /mail server did not answer in time/],
  ['ABORT_ERR', /did not answer/],
  ['the push service answered 413', /notifications refused it/],
  ['the subscription has ended', /does not take alerts any more/],
  ['email not confirmed', /^The email is not confirmed yet/],
  ['nobody to tell', /Nobody was there/],
  ['too late', /too late/],
  ['no reason given', /^It could not be sent\.$/],
])("the failure reason '%s' is explained in a sentence", (reason, words) => {
  expect(failureMessage(reason)).toMatch(words);
});
