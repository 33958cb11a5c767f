import { paths } from '#app/paths.ts';

/** `isKept`: a logout does not delete it. */
export type UnsavedPlace = { text: string; href: string; isKept?: boolean };

/** Where the texts of a form are kept on this device, by the start of its key: words, address. */
const PLACES: [string, (id: string, other: string | undefined) => UnsavedPlace][] = [
  ['submit', (programId) => ({ text: 'A proposal', href: paths.submitProposal({ programId }) })],
  ['proposal', (id) => ({ text: 'Changes to a proposal', href: paths.editProposal({ id }) })],
  [
    'entry',
    (programId, applicantId) => ({
      text: 'A paper proposal',
      href: paths.onBehalf({ programId, ...(applicantId && { applicantId }) }),
    }),
  ],
  ['correction', (id) => ({ text: 'A corrected entry', href: paths.correctEntry({ id }) })],
  ['profile', () => ({ text: 'Your profile', href: paths.editApplicantProfile })],
  ['interests', () => ({ text: 'Your interests', href: paths.interests })],
  ['review:many', () => ({ text: 'A letter about many proposals', href: paths.submissions() })],
  [
    'review',
    (id) => ({ text: 'A letter or a note about a proposal', href: paths.submission({ id }) }),
  ],
  ['words', (id) => ({ text: 'A proposal as judges read it', href: paths.submission({ id }) })],
  ['program', (id) => ({ text: 'A program', href: paths.editProgram({ id }) })],
  ['questions', (id) => ({ text: 'Questions of a program', href: paths.editQuestions({ id }) })],
  ['round', (id) => ({ text: 'A round', href: paths.round({ id }) })],
  ['judge', (id) => ({ text: 'A judge', href: paths.editJudge({ id }) })],
  ['post:new', () => ({ text: 'A new post', href: paths.createPost })],
  ['post', (id) => ({ text: 'A post', href: paths.editPost({ id }) })],
  ['faq', (id) => ({ text: 'A question and its answer', href: paths.editFaq({ id }) })],
  ['mailing:new', () => ({ text: 'A mailing', href: paths.createMailing() })],
  ['mail-template', (id) => ({ text: 'A text for mails', href: paths.editMailTemplate({ id }) })],
  ['enquiry-answer', (id) => ({ text: 'An answer to an enquiry', href: paths.enquiry({ id }) })],
];

/**
 * What stands before the person at the end of a key, `name:id:person` or `name:person`; `entry` may
 * have whom it is for between them.
 */
function placeOf(form: string, isAdmin: boolean): UnsavedPlace | undefined {
  const parts = form.split(':');
  const [name = '', id = ''] = parts;
  const other = parts.slice(2, -1)[0];
  if (name === 'pitch') {
    const roundId = parts[2]!;
    return {
      isKept: true,
      text: 'Scores of pitches, which are not sent yet. They stay on this phone: open this page with signal to send them.',
      href: paths.pitch({ id: roundId }),
    };
  }
  if (name === 'desk')
    return {
      isKept: true,
      text: 'Changes at the desk of a pitch round, which are not sent yet. They stay in this browser: open this page with signal to send them.',
      href: paths.runRound({ id }),
    };
  if (name === 'message') {
    const href = isAdmin ? paths.submission({ id }) : paths.ownProposal({ id });
    return { text: 'A message', href };
  }
  return PLACES.find(([start]) => form.startsWith(`${start}:`))?.[1](id, other);
}

/** Each place once; forms without one, such as those of the public pages, are left out. */
export function unsavedPlaces(forms: readonly string[], isAdmin: boolean): UnsavedPlace[] {
  const places = forms.flatMap((form) => placeOf(form, isAdmin) ?? []);
  return places.filter(({ href }, at) => places.findIndex((one) => one.href === href) === at);
}
