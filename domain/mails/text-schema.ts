import * as z from 'zod/mini';
import { requiredLines, requiredText } from '../text.ts';
import { wrongPlaceholder } from './messages.ts';
import { MAIL_TEXTS, unknownPlaceholder } from './placeholder-rules.ts';

export const knownPlaceholders = z.check<string>(({ value, issues }) => {
  const name = unknownPlaceholder(value);
  if (name !== undefined)
    issues.push({ code: 'custom', message: wrongPlaceholder(name), input: value });
});

export const mailSubject = requiredText('the subject', MAIL_TEXTS.subject).check(knownPlaceholders);
export const mailText = requiredLines('the text', MAIL_TEXTS.text).check(knownPlaceholders);
