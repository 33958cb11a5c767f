import { site } from '../site.ts';
import type { LegalText } from './legal-text.ts';

/**
 * Sample text for this product and the Data Protection Act, 2012 (Act 843); have it reviewed by
 * counsel before opening.
 */
export const privacy: LegalText = {
  lead: `${site.name} is the data controller for this website and its portal under the Data Protection Act, 2012 (Act 843). This notice says what we collect, why, who sees it, how long we keep it, and what you can ask of us.`,
  effective:
    'In force since 1 September 2026. Sample text: to be confirmed by counsel, and with our registration number at the Data Protection Commission, before public use.',
  sections: [
    {
      title: 'What we collect, and why',
      text: [
        'We collect only what each purpose needs, from you and with your knowledge:',
        [
          'Account: name, email, phone, region, city, digital address, and a password that we store only as a one-way hash. Purpose: to let you log in and to reach you about your proposals.',
          'Proposal: business name, description, location, website, pitch deck and financials. Purpose: to review it, decide, and work with you if we invest.',
          'People you work with: the email address of whoever you invite to your draft or proposal, and their name once they accept. Purpose: to let them in.',
          'Proposals on paper: if yours did not come through the portal, our staff enter it for you, with a copy of what shows when it came in. If you have no email address, you get a printed receipt, and we call you. Purpose: to treat it like all others.',
          'Contact form: name, email, phone if you give it, and your message. Purpose: to answer you.',
          'Testimonial: name, position and your words. Purpose: to publish them if we approve them.',
          'Security records: who did what, when and from which internet address; which browser each login came from; which browsers your account recognises, as an unreadable number; internet addresses of failed attempts. Purpose: to keep accounts and documents safe.',
        ],
        'The bases are your consent (testimonials, messages), the steps you ask for before a contract (account and proposal), legal duties (anti-money-laundering and tax records if we invest) and our legitimate interest in a safe service. We make no automated decisions: people read and decide.',
      ],
    },
    {
      title: 'What is kept in your browser',
      text: [
        'This website carries no advertising and no tracking. It sets two cookies, only when you register, log in or reset a password, and only to protect your account; nothing else is read from them. On your own device it keeps:',
        [
          'a cookie that tells us which browser asked for a login code or a reset, for an hour, so that nobody else can use up your attempts;',
          'a cookie by which your account recognises this browser, for 90 days after you last logged in, so that you get in even while a stranger tries your password;',
          'while you are logged in: a session token, your profile, and links to documents for one hour. All of it is removed when you log out or the session expires;',
          'what you have typed in an unfinished form, so that it is not lost, until you submit or discard it;',
          'while you are logged in as an applicant: the drafts, proposals and programs that you have opened, so that you can read them without a connection. They are removed when you log out, when the session expires, and when somebody else logs in;',
          'if you judge pitches and have made your phone ready for the hall: who pitches, your scores, and a key that sends them, until two days after the round closes. If you run the hall for us: the order and times of the pitches, the names of the judges, and such a key. Logging out removes all of it but what has not been sent yet;',
          'the screens of the portal themselves, which hold nothing about you;',
          'the fact that you have seen the start screen, until you close the tab.',
        ],
        'The contact page shows a map from OpenStreetMap when you scroll to it. Your browser then fetches it from the OpenStreetMap Foundation, which sees your internet address. The link beside it works without the map.',
      ],
    },
    {
      title: 'Who sees it',
      text: [
        'Your proposal is seen by our staff who review it and by judges and advisers bound to secrecy. The people whom you invite to work on it see all of it too, and whom you have invited; you can remove them at any time. Other applicants never see it. Where a program is judged in rounds, we publish a public record of the judging: how many proposals each region sent, each proposal’s score and rank under a key that only someone who knows its receipt number can find, and, for the proposals that are selected, the name, place and region of the business and, if we publish grants, the amount. It never names a person among the applicants, and nothing you wrote or uploaded. Companies that run our servers, store files and send our email process data on written instructions as data processors (sections 29 and 30 of Act 843).',
        'Some of their servers may be outside Ghana. If so, our contracts make sure your data is protected as it would be here. We do not sell data. We hand it to authorities only where the law requires it.',
      ],
    },
    {
      title: 'How long we keep it',
      text: [
        [
          'Accounts: until you close yours or ask us to delete it. Proposals with their documents and messages: until then too, or until their season is over. When we end the season of a program we tell you by email until when we keep your proposal, usually two years, and we write again 30 days before we delete it: its text, documents, messages, notes and what judges wrote. Proposals that we approved stay longer, as below. You can delete a proposal yourself until the end of the day before its deadline, as long as we have not approved it.',
          'Email addresses that you invited and that did not accept: 30 days after the invitation ended. Accounts that our staff opened for people without an email address: until the season is over, if nothing else belongs to them.',
          'Drafts: until you submit or delete them, or 30 days after their program closed. Uploads that were never finished: seven days. Submissions that were refused, with the reason: as long as your account.',
          'Receipts and the public record of the judging: they stay, so that they can always be checked. Receipts contain no names. Once your account is closed, nothing connects them to you.',
          'Proposals with an investment: for its duration and six years after it, as tax and company law require.',
          'Testimonials: shown until you withdraw them.',
          'Login codes: ten minutes. Sessions: thirty minutes. The browsers that your account recognises: 90 days after the last login. Emails we sent you: their text is deleted once they are sent, the record of sending after 30 days; emails that could not be delivered: 90 days.',
          'Failed and counted attempts, with internet addresses that are unreadable: one day. The log of who changed what and when stays; when your account is closed, it loses your name, your internet address and what it says about your proposals.',
          'Backups: what is deleted is still in them until they are replaced by newer ones; from one that is restored it is deleted again. Copies that our staff have downloaded are deleted by us as well.',
        ],
      ],
    },
    {
      title: 'How we protect it',
      text: [
        'Connections are encrypted. Passwords, codes and session tokens are stored only as hashes. Documents are reached by links that expire within an hour. Access follows roles, is checked at every request and is written down. If a breach puts you at risk we tell you and the Data Protection Commission as soon as reasonably possible, as section 31 of Act 843 requires.',
      ],
    },
    {
      title: 'Your rights',
      text: [
        'Under Act 843 you may at any time:',
        [
          'ask whether we hold data about you, and get a copy (section 35);',
          'have wrong, outdated or excessive data corrected or deleted (section 33);',
          'object to processing, and withdraw a consent (section 20);',
          'stop processing that causes you unwarranted damage or distress (section 39);',
          'refuse direct marketing (section 40); we do none without asking you;',
          'ask that no decision about you is made by a machine alone (section 41).',
        ],
        'In your account you can see and change your profile, download everything we hold about you, delete proposals that can still be edited, and close the account and delete everything in it. For anything else, write to us. We answer within 21 days, free of charge.',
      ],
    },
    {
      title: 'Contact and complaints',
      text: [
        `Our data protection supervisor: ${site.privacyEmail}, or by post to ${site.name}, ${site.address.join(', ')}.`,
        'If our answer does not satisfy you, you may complain to the Data Protection Commission of Ghana, or go to court.',
      ],
    },
  ],
};
