/** The firm's own texts for mailings, approvals and corrections. */
import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { blankableText, requiredText } from '../text.ts';
import { MAIL_TEXTS } from '../mails/placeholder-rules.ts';
import { knownPlaceholders, mailText } from '../mails/text-schema.ts';
import { MAIL_TEMPLATE } from './messages.ts';
import { TEMPLATE_KINDS } from './rules.ts';

const fields = {
  name: requiredText('a name', LENGTHS.name),
  kind: z.enum(TEMPLATE_KINDS, { error: MAIL_TEMPLATE.kind }),
  /** Of a mailing; mails about decisions have a subject of their own. */
  subject: blankableText('the subject', MAIL_TEXTS.subject).check(knownPlaceholders),
  text: mailText,
};

export const createMailTemplateInput = z.object({
  ...fields,
  subject: z.prefault(fields.subject, ''),
});

/** Fields that are not sent stay. */
export const updateMailTemplateInput = z.partial(z.object(fields));

export const mailTemplate = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(TEMPLATE_KINDS),
  subject: z.string(),
  text: z.string(),
});

export type CreateMailTemplateInput = z.output<typeof createMailTemplateInput>;
export type UpdateMailTemplateInput = z.output<typeof updateMailTemplateInput>;
export type MailTemplate = z.output<typeof mailTemplate>;
