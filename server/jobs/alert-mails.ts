/** The mails to whoever runs the installation: what is wrong, and what to do. */
import { site } from '#content/site.ts';
import { renderMail } from '../mail/layout.ts';

/** What is wrong: a short subject, and a sentence with the figures. */
export type Trouble = {
  /** At most one mail a day for each. */ cause: string;
  subject: string;
  sentence: string;
  advice: string;
};

export const alertMail = (
  { subject, sentence, advice }: Trouble,
  publicUrl: string,
): ReturnType<typeof renderMail> =>
  renderMail({
    subject: `${site.name}: ${subject}`,
    paragraphs: [
      sentence,
      advice,
      `This email comes from the installation at ${publicUrl}. If the problem is still there tomorrow, you will get another one. The setting ALERT_TO says who gets these emails.`,
    ],
  });
