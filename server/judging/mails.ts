/** The mails of judging; who gets them, and when, is decided where they are sent. */
import { site } from '#content/site.ts';
import { formatDateTime, formatTime, formatWeekday } from '#domain/dates.ts';
import { PITCH } from '#domain/judging/messages.ts';
import { describeOrder, lowestSelected } from '#domain/judging/result-words.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import { JUDGING_SCREENS, SCREENS } from '#domain/screens.ts';
import { renderMail } from '../mail/layout.ts';
import type { RoundRow } from '../rounds/store.ts';

const plural = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`;
const pitches = (count: number) => plural(count, 'pitch', 'pitches');
const until = ({ closes_at }: RoundRow) => `${formatDateTime(closes_at!)} GMT`;
const nameOf = (round: RoundRow) => `${round.name} of ${round.program_title}`;
const recordOf = (round: RoundRow, publicUrl: string) =>
  publicUrl + JUDGING_SCREENS.record({ id: round.program_id });

const toPerson = (
  firstName: string,
  subject: string,
  paragraphs: string[],
  action?: { label: string; url: string },
) =>
  renderMail({
    ...{ subject, greeting: `Hello ${firstName},`, paragraphs },
    ...(action && { action }),
  });

const toDesk = (round: RoundRow, subject: string, paragraphs: string[], publicUrl: string) => {
  const url = publicUrl + JUDGING_SCREENS.round({ id: round.id });
  return renderMail({
    ...{ subject, greeting: 'Hello,', paragraphs, action: { label: 'View the round', url } },
  });
};

const judging = (label: string, publicUrl: string) => ({
  ...{ label, url: publicUrl + SCREENS.judging },
});

export function roundOpenedMail(
  firstName: string,
  round: RoundRow,
  count: number,
  publicUrl: string,
) {
  const minutes =
    count * (round.shows_documents ? JUDGING.minutesWithDocuments : JUDGING.minutesEach);
  const time =
    minutes < 60 ? plural(minutes, 'minute') : `about ${plural(Math.ceil(minutes / 60), 'hour')}`;
  return toPerson(
    firstName,
    `${round.name} is open: ${plural(count, 'proposal')} for you to judge`,
    [
      `The round ${nameOf(round)} is open.`,
      `You have ${plural(count, 'proposal')} to judge by ${until(round)}. Allow ${time} in all. You can stop and continue whenever you like.`,
    ],
    judging('Start judging', publicUrl),
  );
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
) =>
  toPerson(
    firstName,
    `${round.name} is open: ${pitches(count)} for you to judge`,
    [
      `The round ${nameOf(round)} is open. You will hear and score ${pitches(count)}.`,
      ...[placeOf(round)].filter(Boolean),
      `Send your scores by ${until(round)}.`,
    ],
    judging('View your pitches', publicUrl),
  );

/** The day before a session; the page needs a signal once. */
export const sessionMail = (firstName: string, round: RoundRow, at: Date, publicUrl: string) =>
  toPerson(
    firstName,
    `${round.name} begins on ${formatDateTime(at)}`,
    [
      `You judge the pitches of ${round.name}, ${round.program_title}, on ${formatWeekday(at)} from ${formatTime(at)}.${round.venue ? ` Place: ${round.venue}.` : ''}`,
      'Open this page while you have signal. Your phone then works in the hall without it.',
    ],
    judging('Get ready for the hall', publicUrl),
  );

export const typedMail = (
  firstName: string,
  round: RoundRow,
  codes: readonly string[],
  publicUrl: string,
) =>
  toPerson(
    firstName,
    `Scores were typed from your sheet in ${round.name}`,
    [
      `Scores from your paper sheet were typed in your name in ${nameOf(round)}, for ${pitches(codes.length)}: ${codes.join(', ')}.`,
      'Please check them. What you score in the portal yourself always counts instead.',
    ],
    judging('Check your scores', publicUrl),
  );

export const furtherReviewsMail = (
  firstName: string,
  round: RoundRow,
  count: number,
  publicUrl: string,
) =>
  toPerson(
    firstName,
    `${plural(count, 'more proposal')} for you in ${round.name}`,
    [
      `You have ${plural(count, 'more proposal')} to judge in ${nameOf(round)}, by ${until(round)}.`,
    ],
    judging('Continue judging', publicUrl),
  );

/** At half time and two days before the end, to a judge who has something left. */
export const reminderMail = (
  firstName: string,
  round: RoundRow,
  { submitted, unfinished }: { submitted: number; unfinished: number },
  publicUrl: string,
) =>
  toPerson(
    firstName,
    `${round.name}: ${submitted} of ${submitted + unfinished} done`,
    [
      `You have submitted ${submitted} of your ${plural(submitted + unfinished, 'review')} in ${nameOf(round)}. You have ${plural(unfinished, 'proposal')} left to judge by ${until(round)}.`,
      'If you cannot finish them, say so in the portal, and we will give them to other judges at once.',
    ],
    judging('Continue judging', publicUrl),
  );

/** Tells admins of entries that nobody else may read; once an hour at most. */
export const shortMail = (round: RoundRow, short: number, publicUrl: string) =>
  toDesk(
    round,
    `${round.name}: ${plural(short, 'proposal')} with too few judges`,
    [
      `In ${nameOf(round)}, ${plural(short, 'proposal')} now ${short === 1 ? 'has' : 'have'} fewer judges than planned, because judges gave up reviews that no other judge can take.`,
      'Add a judge to the round, then assign the missing reviews.',
    ],
    publicUrl,
  );

/** The proposal that a mail to its applicant, or a member, is about. */
type Own = { id: string; first_name: string; business_name: string };

const ownProposal = ({ id }: Own, publicUrl: string, label = 'View your proposal') => ({
  ...{ label, url: publicUrl + SCREENS.ownProposal({ id }) },
});

/** How an entry is judged, in its first mail. */
const howJudged = (round: RoundRow, publicUrl: string) => [
  `The criteria are: ${round.criteria.map(({ name, weight }) => `${name} (weight ${weight})`).join(', ')}.`,
  `See how it is judged: ${recordOf(round, publicUrl)}`,
];

export const entryOpenedMail = (own: Own, round: RoundRow, readers: number, publicUrl: string) =>
  toPerson(
    own.first_name,
    `Your proposal ${own.business_name} is being judged`,
    [
      `Your proposal ${own.business_name} is in the round ${nameOf(round)}. ${readers > 0 ? `${plural(readers, 'judge')} will read it` : 'It is to be read'} by ${until(round)}.`,
      ...howJudged(round, publicUrl),
    ],
    ownProposal(own, publicUrl),
  );

export const pitchOpenedMail = (own: Own, round: RoundRow, slot: Date | null, publicUrl: string) =>
  toPerson(
    own.first_name,
    `You pitch ${own.business_name} in ${round.name}`,
    [
      `Your proposal ${own.business_name} is in the round ${nameOf(round)}: you pitch it to the judges.`,
      ...(slot ? [] : [placeOf(round)].filter(Boolean)),
      ...describePitch(slot ? round : { ...round, venue: null }, slot),
      ...howJudged(round, publicUrl),
    ],
    ownProposal(own, publicUrl),
  );

/** The time of a pitch has moved by half an hour or more. */
export const pitchMovedMail = (own: Own, round: RoundRow, slot: Date | null, publicUrl: string) =>
  toPerson(
    own.first_name,
    `Your pitch of ${own.business_name} has moved`,
    [
      slot
        ? `Your pitch in ${nameOf(round)} has moved.`
        : `Your pitch in ${nameOf(round)} has no time at the moment. We will write to you again.`,
      ...describePitch(round, slot),
    ],
    ownProposal(own, publicUrl),
  );

export function dropOutMail(
  name: string,
  round: RoundRow,
  { moved, short }: { moved: number; short: number },
  publicUrl: string,
) {
  const gone = `${name} is no longer judging ${nameOf(round)}.`;
  const left =
    short > 0
      ? `${plural(short, 'proposal')} now ${short === 1 ? 'has' : 'have'} too few judges.`
      : 'Every proposal has as many judges as before.';
  return toDesk(
    round,
    `${name} is no longer judging ${round.name}`,
    round.kind === 'pitch'
      ? [`${gone} The other judges go on as before.`]
      : [`${gone} ${plural(moved, 'review')} went to other judges at once.`, left],
    publicUrl,
  );
}

/** The hash of the results, for judges to keep. */
export const sealedMail = (firstName: string, round: RoundRow, sha256: string, at: Date) =>
  toPerson(firstName, `The results of ${round.name} are sealed`, [
    `The results of ${nameOf(round)} were sealed on ${formatDateTime(at)} GMT. Nobody has been told yet.`,
    `This is their SHA-256. Please keep this email: it proves that the results were not changed afterwards.`,
    sha256,
  ]);

/** The hash from now on, to the same witnesses: somebody was erased who was named. */
export const sealedAgainMail = (firstName: string, round: RoundRow, sha256: string, at: Date) =>
  toPerson(firstName, `The results of ${round.name} were sealed again`, [
    `An applicant who was selected in ${nameOf(round)} has closed their account, so the name of the business was taken out of the results on ${formatDateTime(at)} GMT. Ranks, scores and outcomes are the same.`,
    'This is their SHA-256 from now on. The one we sent you before stays in the public record as withdrawn. Please keep both emails.',
    sha256,
  ]);

/** Tells admins before the release that somebody selected is gone. */
export const placeFreeMail = (round: RoundRow, publicUrl: string) =>
  toDesk(
    round,
    `The results of ${round.name} were sealed again`,
    [
      `An applicant who was selected in ${nameOf(round)} has closed their account. The results were sealed again without the name of the business; ranks, scores and outcomes are the same.`,
      round.release_at
        ? `They go out on ${formatDateTime(round.release_at)} GMT as planned.`
        : 'They can be released as they are.',
      'To give the place to another proposal, withdraw the seal, choose again, and seal.',
    ],
    publicUrl,
  );

type ToldResult = {
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

const QUESTIONS = `Questions? Call ${site.phone} or write to ${site.email}.`;
const BY_LOT =
  'Proposals with scores this close together were put in order by lot, as the rules of the round say.';

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
export function resultMail(own: Own, round: RoundRow, publicUrl: string, told: ToldResult) {
  const { outcome, reason, byLot, words, open } = told;
  const isSelected = outcome === 'selected';
  const news = round.is_final ? 'It is approved.' : 'It is going on to the next step.';
  const programs = `${publicUrl}/national-pitch-trek/programs`;
  return toPerson(
    own.first_name,
    `Results of ${round.name}: your proposal ${own.business_name}`,
    [
      isSelected
        ? `Your proposal ${own.business_name} was selected in ${nameOf(round)}. ${news}`
        : `Your proposal ${own.business_name} was not selected in ${nameOf(round)}. Thank you for the work you put into it.`,
      ...describeGrant(told),
      ...(words ? [words] : []),
      ...describeRank(told),
      ...(reason ? [`Why this differs from the ranking: ${reason}`] : []),
      ...(byLot ? [BY_LOT] : []),
      ...describeComments(told),
      ...(isSelected || open.length === 0
        ? []
        : [`Other programs are open: ${open.join('; ')}. ${programs}`]),
      `How it was judged, and how anyone can check it: ${recordOf(round, publicUrl)}`,
      QUESTIONS,
    ],
    ownProposal(own, publicUrl, 'View your results'),
  );
}

export const absentMail = (own: Own, round: RoundRow, publicUrl: string) =>
  toPerson(
    own.first_name,
    `Results of ${round.name}: your proposal ${own.business_name}`,
    [
      `The results of ${nameOf(round)} are out. ${PITCH.absent} So your proposal ${own.business_name} was not ranked.`,
      `How it was judged: ${recordOf(round, publicUrl)}`,
      QUESTIONS,
    ],
    ownProposal(own, publicUrl),
  );

export const resultsOutMail = (firstName: string, round: RoundRow, publicUrl: string) =>
  toPerson(
    firstName,
    `The results of ${round.name} are out`,
    [
      `The results of ${nameOf(round)} are out. Thank you for judging.`,
      `See who was selected and how it was judged: ${recordOf(round, publicUrl)}`,
    ],
    judging('View your rounds', publicUrl),
  );

export const releasedMail = (round: RoundRow, publicUrl: string) =>
  toDesk(
    round,
    `The results of ${round.name} are out`,
    [`The results of ${nameOf(round)} were released as planned, and every applicant was told.`],
    publicUrl,
  );
