import { formatDateTime, formatTime, formatWeekday } from '#domain/dates.ts';
import { PITCH } from '#domain/judging/messages.ts';
import { describeOrder, lowestSelected } from '#domain/judging/result-words.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import { JUDGING_SCREENS, SCREENS } from '#domain/screens.ts';
import { site } from '#content/site.ts';
import { renderMail } from '../mail/layout.ts';
import type { RoundRow } from '../rounds/store.ts';

type Letter = ReturnType<typeof renderMail>;

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const plural = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`;
const until = ({ closes_at }: RoundRow) => formatDateTime(closes_at!);

export function roundOpenedMail(
  firstName: string,
  round: RoundRow,
  count: number,
  publicUrl: string,
): Letter {
  const minutes =
    count * (round.shows_documents ? JUDGING.minutesWithDocuments : JUDGING.minutesEach);
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

const placeOf = ({ venue, date }: RoundRow): string =>
  [venue && `Place: ${venue}.`, date && `Day: ${formatWeekday(new Date(date))}.`]
    .filter(Boolean)
    .join(' ');

/** Where and when somebody pitches, for how long. */
function describePitch(round: RoundRow, slot: Date | null): string[] {
  const { pitch, questions } = round.minutes!;
  const time = slot ? `Your time: ${formatWeekday(slot)}, ${formatTime(slot)}.` : '';
  const length = `You have ${plural(pitch, 'minute')}${questions > 0 ? `, then ${plural(questions, 'minute')} of questions` : ''}.`;
  return [
    `${[round.venue && `Place: ${round.venue}.`, time].filter(Boolean).join(' ')} ${length}`.trim(),
  ];
}

export const pitchesOpenedMail = (
  firstName: string,
  round: RoundRow,
  count: number,
  publicUrl: string,
): Letter =>
  renderMail({
    subject: `${oneLine(round.name)} is open: ${plural(count, 'pitch', 'pitches')} for you to judge`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The round ${round.name} of ${round.program_title} is open. You will hear and score ${plural(count, 'pitch', 'pitches')}.`,
      ...[placeOf(round)].filter(Boolean),
      `Send your scores by ${until(round)} GMT.`,
    ],
    action: { label: 'View your pitches', url: publicUrl + SCREENS.judging },
  });

/** The day before a session; the page needs a signal once. */
export const sessionMail = (
  firstName: string,
  round: RoundRow,
  at: Date,
  publicUrl: string,
): Letter =>
  renderMail({
    subject: `${oneLine(round.name)} begins on ${formatDateTime(at)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `You judge the pitches of ${round.name}, ${round.program_title}, on ${formatWeekday(at)} from ${formatTime(at)}.${round.venue ? ` Place: ${round.venue}.` : ''}`,
      'Open this page while you have signal. Your phone then works in the hall without it.',
    ],
    action: { label: 'Get ready for the hall', url: publicUrl + SCREENS.judging },
  });

/** What was typed from paper in the judge's name. */
export const typedMail = (
  firstName: string,
  round: RoundRow,
  codes: readonly string[],
  publicUrl: string,
): Letter =>
  renderMail({
    subject: `Scores were typed from your sheet in ${oneLine(round.name)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Scores from your paper sheet were typed in your name in ${round.name} of ${round.program_title}, for ${plural(codes.length, 'pitch', 'pitches')}: ${codes.join(', ')}.`,
      'Please check them. What you score in the portal yourself always counts instead.',
    ],
    action: { label: 'Check your scores', url: publicUrl + SCREENS.judging },
  });

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

export const entryOpenedMail = (
  firstName: string,
  businessName: string,
  round: RoundRow,
  readers: number,
  { proposalId, publicUrl }: Links,
): Letter =>
  renderMail({
    subject: `Your proposal ${oneLine(businessName)} is being judged`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Your proposal ${businessName} is in the round ${round.name} of ${round.program_title}. ${readers > 0 ? `${plural(readers, 'judge')} will read it` : 'It is to be read'} by ${until(round)} GMT.`,
      `The criteria are: ${round.criteria.map(({ name, weight }) => `${name} (weight ${weight})`).join(', ')}.`,
      `See how it is judged: ${publicUrl}${JUDGING_SCREENS.record({ id: round.program_id })}`,
    ],
    action: {
      label: 'View your proposal',
      url: publicUrl + SCREENS.ownProposal({ id: proposalId }),
    },
  });

export const pitchOpenedMail = (
  firstName: string,
  businessName: string,
  round: RoundRow,
  slot: Date | null,
  { proposalId, publicUrl }: Links,
): Letter =>
  renderMail({
    subject: `You pitch ${oneLine(businessName)} in ${oneLine(round.name)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Your proposal ${businessName} is in the round ${round.name} of ${round.program_title}: you pitch it to the judges.`,
      ...(slot ? [] : [placeOf(round)].filter(Boolean)),
      ...describePitch(slot ? round : { ...round, venue: null }, slot),
      `The criteria are: ${round.criteria.map(({ name, weight }) => `${name} (weight ${weight})`).join(', ')}.`,
      `See how it is judged: ${publicUrl}${JUDGING_SCREENS.record({ id: round.program_id })}`,
    ],
    action: {
      label: 'View your proposal',
      url: publicUrl + SCREENS.ownProposal({ id: proposalId }),
    },
  });

/** The time of a pitch has moved by half an hour or more. */
export const pitchMovedMail = (
  firstName: string,
  businessName: string,
  round: RoundRow,
  slot: Date | null,
  { proposalId, publicUrl }: Links,
): Letter =>
  renderMail({
    subject: `Your pitch of ${oneLine(businessName)} has moved`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      slot
        ? `Your pitch in ${round.name} of ${round.program_title} has moved.`
        : `Your pitch in ${round.name} of ${round.program_title} has no time at the moment. We will write to you again.`,
      ...describePitch(round, slot),
    ],
    action: {
      label: 'View your proposal',
      url: publicUrl + SCREENS.ownProposal({ id: proposalId }),
    },
  });

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
      `${name} is no longer judging ${round.name} of ${round.program_title}. ${round.kind === 'pitch' ? 'The other judges go on as before.' : `${plural(moved, 'review')} went to other judges at once.`}`,
      ...(round.kind === 'pitch'
        ? []
        : [
            short > 0
              ? `${plural(short, 'proposal')} now ${short === 1 ? 'has' : 'have'} too few judges.`
              : 'Every proposal has as many judges as before.',
          ]),
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

export type ToldResult = {
  firstName: string;
  businessName: string;
  proposalId: string;
  outcome: 'selected' | 'not_selected';
  rank: number | null;
  score: string | null;
  /** How many have a rank, and what the last of the selected scored. */
  ranked: number;
  lowest: string | null;
  reason: string | null;
  byLot: boolean;
  /** The firm's own words, filled in. */
  words: string | null;
  /** Of the selected of a final round. */
  stage: string | null;
  amount: string | null;
  comments: readonly { strength: string; next_step: string }[];
  /** Other programs, as one reads them. */
  open: readonly string[];
};

function describeRank({ rank, ranked, score, lowest }: ToldResult): string[] {
  if (rank === null) return [];
  const own = describeOrder('You', rank, ranked, score!);
  return [lowest === null ? own : `${own} ${lowestSelected(lowest)}`];
}

function describeGrant({ stage, amount }: ToldResult): string[] {
  const parts = [stage && `Funding stage: ${stage}.`, amount && `Amount: ${amount}.`];
  return parts.some(Boolean) ? [parts.filter(Boolean).join(' ')] : [];
}

const describeComments = ({ comments }: ToldResult): string[] => {
  const texts = comments.flatMap(({ strength, next_step }) => [
    ...(strength ? [`What was strong: ${strength}`] : []),
    ...(next_step ? [`What would make it stronger: ${next_step}`] : []),
  ]);
  return texts.length > 0 ? ['The judges wrote:', ...texts] : [];
};

/** Tells an applicant how it went; the scores of each criterion are on the page. */
export function resultMail(round: RoundRow, told: ToldResult, publicUrl: string): Letter {
  const { businessName, outcome, reason, byLot, words, open } = told;
  const isSelected = outcome === 'selected';
  const news = round.is_final ? 'It is approved.' : 'It is going on to the next step.';
  return renderMail({
    subject: `Results of ${oneLine(round.name)}: your proposal ${oneLine(businessName)}`,
    greeting: `Hello ${told.firstName},`,
    paragraphs: [
      isSelected
        ? `Your proposal ${businessName} was selected in ${round.name} of ${round.program_title}. ${news}`
        : `Your proposal ${businessName} was not selected in ${round.name} of ${round.program_title}. Thank you for the work you put into it.`,
      ...describeGrant(told),
      ...(words ? [words] : []),
      ...describeRank(told),
      ...(reason ? [`Why this differs from the ranking: ${reason}`] : []),
      ...(byLot
        ? [
            'Proposals with scores this close together were put in order by lot, as the rules of the round say.',
          ]
        : []),
      ...describeComments(told),
      ...(isSelected || open.length === 0
        ? []
        : [
            `Other programs are open: ${open.join('; ')}. ${publicUrl}/national-pitch-trek/programs`,
          ]),
      `How it was judged, and how anyone can check it: ${publicUrl}${JUDGING_SCREENS.record({ id: round.program_id })}`,
      `Questions? Call ${site.phone} or write to ${site.email}.`,
    ],
    action: {
      label: 'View your results',
      url: publicUrl + SCREENS.ownProposal({ id: told.proposalId }),
    },
  });
}

/** To an applicant who was not there. */
export const absentMail = (
  firstName: string,
  businessName: string,
  round: RoundRow,
  { proposalId, publicUrl }: Links,
): Letter =>
  renderMail({
    subject: `Results of ${oneLine(round.name)}: your proposal ${oneLine(businessName)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The results of ${round.name} of ${round.program_title} are out. ${PITCH.absent} So your proposal ${businessName} was not ranked.`,
      `How it was judged: ${publicUrl}${JUDGING_SCREENS.record({ id: round.program_id })}`,
      `Questions? Call ${site.phone} or write to ${site.email}.`,
    ],
    action: {
      label: 'View your proposal',
      url: publicUrl + SCREENS.ownProposal({ id: proposalId }),
    },
  });

export const resultsOutMail = (firstName: string, round: RoundRow, publicUrl: string): Letter =>
  renderMail({
    subject: `The results of ${oneLine(round.name)} are out`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The results of ${round.name} of ${round.program_title} are out. Thank you for judging.`,
      `See who was selected and how it was judged: ${publicUrl}${JUDGING_SCREENS.record({ id: round.program_id })}`,
    ],
    action: { label: 'View your rounds', url: publicUrl + SCREENS.judging },
  });

export const releasedMail = (round: RoundRow, publicUrl: string): Letter =>
  renderMail({
    subject: `The results of ${oneLine(round.name)} are out`,
    greeting: 'Hello,',
    paragraphs: [
      `The results of ${round.name} of ${round.program_title} were released as planned, and every applicant was told.`,
    ],
    action: { label: 'View the round', url: publicUrl + JUDGING_SCREENS.round({ id: round.id }) },
  });
