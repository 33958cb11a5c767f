/** Texts of the mails about rounds. */
import { formatDateTime } from '#domain/dates.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import { JUDGING_SCREENS, SCREENS } from '#domain/screens.ts';
import { renderMail } from '../mail/layout.ts';
import type { RoundRow } from '../rounds/store.ts';

type Letter = ReturnType<typeof renderMail>;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const plural = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`;
const until = ({ closes_at }: RoundRow) => formatDateTime(closes_at!);

/** Tells a judge how many, until when, and how long it takes. */
export function roundOpenedMail(
  firstName: string,
  round: RoundRow,
  count: number,
  publicUrl: string,
): Letter {
  const minutes = count * JUDGING.minutesEach;
  const time =
    minutes < 60 ? plural(minutes, 'minute') : `about ${plural(Math.ceil(minutes / 60), 'hour')}`;
  return renderMail({
    subject: `${oneLine(round.name)} is open: ${plural(count, 'proposal')} for you to judge`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The round ${round.name} of ${round.program_title} is open.`,
      `You have ${plural(count, 'proposal')} to judge by ${until(round)} GMT. Allow ${time} in all. You can stop and continue whenever you like.`,
    ],
    action: { label: 'Start judging', url: publicUrl + SCREENS.judging },
  });
}

/** Tells a judge that they got some more. */
export const furtherReviewsMail = (
  firstName: string,
  round: RoundRow,
  count: number,
  publicUrl: string,
): Letter =>
  renderMail({
    subject: `${plural(count, 'more proposal')} for you in ${oneLine(round.name)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `You have ${plural(count, 'more proposal')} to judge in ${round.name} of ${round.program_title}, by ${until(round)} GMT.`,
    ],
    action: { label: 'Continue judging', url: publicUrl + SCREENS.judging },
  });

/** At half time and two days before the end, to a judge who has something left. */
export const reminderMail = (
  firstName: string,
  round: RoundRow,
  { submitted, unfinished }: { submitted: number; unfinished: number },
  publicUrl: string,
): Letter =>
  renderMail({
    subject: `${oneLine(round.name)}: ${submitted} of ${submitted + unfinished} done`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `You have submitted ${submitted} of your ${plural(submitted + unfinished, 'review')} in ${round.name} of ${round.program_title}. You have ${plural(unfinished, 'proposal')} left to judge by ${until(round)} GMT.`,
      'If you cannot finish them, say so in the portal, and we will give them to other judges at once.',
    ],
    action: { label: 'Continue judging', url: publicUrl + SCREENS.judging },
  });

/** Tells admins of entries that nobody else may read; once an hour at most. */
export const shortMail = (round: RoundRow, short: number, publicUrl: string): Letter =>
  renderMail({
    subject: `${oneLine(round.name)}: ${plural(short, 'proposal')} with too few judges`,
    greeting: 'Hello,',
    paragraphs: [
      `In ${round.name} of ${round.program_title}, ${plural(short, 'proposal')} now ${short === 1 ? 'has' : 'have'} fewer judges than planned, because judges gave up reviews that no other judge can take.`,
      'Add a judge to the round, then assign the missing reviews.',
    ],
    action: { label: 'View the round', url: publicUrl + JUDGING_SCREENS.round({ id: round.id }) },
  });

type Links = { proposalId: string; publicUrl: string };

/** Tells an applicant by what they are judged. */
export const entryOpenedMail = (
  firstName: string,
  businessName: string,
  round: RoundRow,
  { proposalId, publicUrl }: Links,
): Letter =>
  renderMail({
    subject: `Your proposal ${oneLine(businessName)} is being judged`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Your proposal ${businessName} is in the round ${round.name} of ${round.program_title}. ${plural(round.reviews_per_proposal, 'judge')} will read it by ${until(round)} GMT.`,
      `The criteria are: ${round.criteria.map(({ name, weight }) => `${name} (weight ${weight})`).join(', ')}.`,
      `See how it is judged: ${publicUrl}${JUDGING_SCREENS.record({ id: round.program_id })}`,
    ],
    action: {
      label: 'View your proposal',
      url: publicUrl + SCREENS.ownProposal({ id: proposalId }),
    },
  });

/** Tells admins about a judge who left, or what became short. */
export const dropOutMail = (
  name: string,
  round: RoundRow,
  { moved, short }: { moved: number; short: number },
  publicUrl: string,
): Letter =>
  renderMail({
    subject: `${oneLine(name)} is no longer judging ${oneLine(round.name)}`,
    greeting: 'Hello,',
    paragraphs: [
      `${name} is no longer judging ${round.name} of ${round.program_title}. ${plural(moved, 'review')} went to other judges at once.`,
      short > 0
        ? `${plural(short, 'proposal')} now ${short === 1 ? 'has' : 'have'} too few judges.`
        : 'Every proposal has as many judges as before.',
    ],
    action: { label: 'View the round', url: publicUrl + JUDGING_SCREENS.round({ id: round.id }) },
  });

/** The hash of the results, for judges to keep. */
export const sealedMail = (firstName: string, round: RoundRow, sha256: string, at: Date): Letter =>
  renderMail({
    subject: `The results of ${oneLine(round.name)} are sealed`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The results of ${round.name} of ${round.program_title} were sealed on ${formatDateTime(at)} GMT. Nobody has been told yet.`,
      `This is their SHA-256. Please keep this email: it proves that the results were not changed afterwards.`,
      sha256,
    ],
  });

/** The hash from now on, to the same witnesses: somebody was erased who was named. */
export const sealedAgainMail = (
  firstName: string,
  round: RoundRow,
  sha256: string,
  at: Date,
): Letter =>
  renderMail({
    subject: `The results of ${oneLine(round.name)} were sealed again`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `An applicant who was selected in ${round.name} of ${round.program_title} has closed their account, so the name of the business was taken out of the results on ${formatDateTime(at)} GMT. Ranks, scores and outcomes are the same.`,
      'This is their SHA-256 from now on. The one we sent you before stays in the public record as withdrawn. Please keep both emails.',
      sha256,
    ],
  });

/** Tells admins before the release that somebody selected is gone. */
export const placeFreeMail = (round: RoundRow, publicUrl: string): Letter =>
  renderMail({
    subject: `The results of ${oneLine(round.name)} were sealed again`,
    greeting: 'Hello,',
    paragraphs: [
      `An applicant who was selected in ${round.name} of ${round.program_title} has closed their account. The results were sealed again without the name of the business; ranks, scores and outcomes are the same.`,
      round.release_at
        ? `They go out on ${formatDateTime(round.release_at)} GMT as planned.`
        : 'They can be released as they are.',
      'To give the place to another proposal, withdraw the seal, choose again, and seal.',
    ],
    action: { label: 'View the round', url: publicUrl + JUDGING_SCREENS.round({ id: round.id }) },
  });

type Result = {
  outcome: 'selected' | 'not_selected';
  rank: number | null;
  score: string | null;
  entries: number;
  line: string | null;
};

/** Tells an applicant how it went; the whole feedback is on the page. */
export function resultMail(
  firstName: string,
  businessName: string,
  round: RoundRow,
  { outcome, rank, score, entries, line }: Result,
  { proposalId, publicUrl }: Links,
): Letter {
  const isSelected = outcome === 'selected';
  const news = round.is_final ? 'approved' : 'going on to the next step';
  return renderMail({
    subject: `Results of ${oneLine(round.name)}: your proposal ${oneLine(businessName)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      isSelected
        ? `Your proposal ${businessName} was selected in ${round.name} of ${round.program_title}. It is ${news}.`
        : `Your proposal ${businessName} was not selected in ${round.name} of ${round.program_title}.`,
      ...(isSelected ? [] : [round.decline_text]),
      ...(rank === null
        ? []
        : [
            `Rank ${rank.toLocaleString('en-GB')} of ${entries.toLocaleString('en-GB')}, score ${score}.${line === null ? '' : ` The line was ${line}.`}`,
          ]),
      'Your average score for each criterion and the judges’ comments are on your proposal’s page.',
      `How it was judged, and how anyone can check it: ${publicUrl}${JUDGING_SCREENS.record({ id: round.program_id })}`,
    ],
    action: {
      label: 'View your results',
      url: publicUrl + SCREENS.ownProposal({ id: proposalId }),
    },
  });
}

/** Tells admins that a planned release went out. */
export const releasedMail = (round: RoundRow, publicUrl: string): Letter =>
  renderMail({
    subject: `The results of ${oneLine(round.name)} are out`,
    greeting: 'Hello,',
    paragraphs: [
      `The results of ${round.name} of ${round.program_title} were released as planned, and every applicant was told.`,
    ],
    action: { label: 'View the round', url: publicUrl + JUDGING_SCREENS.round({ id: round.id }) },
  });
