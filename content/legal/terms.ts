import { site } from '../site.ts';
import type { LegalText } from './legal-text.ts';

/** Sample text for this product; have it reviewed by counsel before opening. */
export const terms: LegalText = {
  lead: `These terms apply between you and ${site.name} (“we”) whenever you use this website or its portal. They are short on purpose: please read them.`,
  effective:
    'In force since 1 September 2026. Sample text: to be confirmed by counsel before public use.',
  sections: [
    {
      title: 'Who may use what',
      text: [
        'Anyone may read this website. To submit a proposal you need an account, must be at least 18 years old, and must be allowed to act for the business that you name.',
        'An account belongs to one person. You log in with your email, your password and a code that we send you. Keep both to yourself; we will never ask for them. If you think that somebody else has used your account, change your password and write to us.',
      ],
    },
    {
      title: 'Submitting a proposal',
      text: [
        'You submit to a program of your choice, with a pitch deck and financials as PDF files, before the deadline that the program shows. What counts is the time in Accra at which our server receives the start of your submission, as long as the rest follows without delay: a submission that pauses while uploading counts from a later time.',
        'You may change or delete your proposal until the end of the day before the deadline, as long as it has not been approved. After that, it can no longer be changed.',
        'By submitting you confirm that what you say is true and complete to the best of your knowledge, and that you may share it with us. We may reject proposals that are knowingly false, unlawful, or somebody else’s.',
      ],
    },
    {
      title: 'What you may expect of us',
      text: [
        'Proposals are read by people. You see the funding stage in your account and get an email when it changes. Selection, approval and a funding stage are not yet a promise to invest: that takes a signed agreement.',
        'Applying, pitching and being funded are free of charge. Nobody may ask for a payment in our name.',
      ],
    },
    {
      title: 'Your work stays yours',
      text: [
        'You keep all rights in your proposal and documents. You allow us to store, copy and read them for the purpose of reviewing, deciding and, if we invest, working with you; and to show them to judges and advisers who are bound to secrecy. Where a program is judged in rounds, you also allow us to publish your score and rank without your name, and, if your proposal is selected, the name, place and region of your business and the amount it gets. We publish nothing else of it.',
        'We see many proposals. It may happen that we fund one that resembles yours. That alone does not mean that we have used your work.',
      ],
    },
    {
      title: 'Testimonials and messages',
      text: [
        'If you send us a testimonial you allow us to publish it here with the name and position that you gave. We read it first, fix typos only, and take it down when you ask. Please do not send anything that is untrue, insulting or confidential.',
      ],
    },
    {
      title: 'Fair use',
      text: [
        'Please do not do any of the following:',
        [
          'try to reach accounts, proposals or documents that are not yours;',
          'send harmful files, or use programs that fill in forms;',
          'overload the service so that others cannot use it, above all on the day of a deadline;',
          'pretend to be somebody else, or to work for us.',
        ],
        'We may suspend an account that breaks these rules, and will say why. Found a security problem? Tell us before you tell others; we will thank you, not sue you.',
      ],
    },
    {
      title: 'Availability and liability',
      text: [
        'We work to keep the service available, above all near deadlines, and we keep copies of what you have submitted. We cannot promise that it will never be interrupted. Please do not wait for the last hour.',
        'The texts on this website are information, not an offer of securities and not investment advice. We are liable without limit for intent and gross negligence, and where the law says so; otherwise for foreseeable damage from the breach of a duty that is essential to these terms.',
      ],
    },
    {
      title: 'Changes, law and courts',
      text: [
        'If we change these terms in a way that matters to you, we tell account holders by email at least 14 days before. Proposals already submitted stay under the terms that applied at the time.',
        'The law of the Republic of Ghana applies. Please give us 30 days to settle a dispute in talks, or by mediation under the Alternative Dispute Resolution Act, 2010 (Act 798), before going to the courts of Accra.',
        `Questions about these terms: ${site.email}, or ${site.address.join(', ')}.`,
      ],
    },
  ],
};
