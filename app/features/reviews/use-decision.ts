import { useState } from 'react';
import { LENGTHS, SECOND_MS } from '#domain/constants.ts';
import { wrongPlaceholder } from '#domain/mails/messages.ts';
import { unknownPlaceholder } from '#domain/mails/placeholder-rules.ts';
import { REVIEW_RULES } from '#domain/proposals/messages.ts';
import type { Proposal, ReviewProposalInput } from '#domain/proposals/schema.ts';
import type { KeptTexts } from '#app/editing/use-kept-texts.ts';
import type { DeskField } from '#app/features/submissions/draft-fields.ts';
import { useTemplates } from '#app/features/submissions/use-templates.ts';
import type { Desk } from './use-desk.ts';

/** `decline` needs a reason; `takeBack` asks for words only where the applicant was told. */
type DecisionForm = 'approve' | 'decline' | 'takeBack';
type Errors = {
  reason?: string | undefined;
  words?: string | undefined;
  correction?: string | undefined;
};

/** State of the texts that go with a decision: the reason, and the words in a correction. */
export function useDecision(
  proposal: Proposal,
  desk: Desk,
  { draft, write, clear }: KeptTexts<DeskField>,
) {
  const [asking, setAsking] = useState<DecisionForm>();
  const [errors, setErrors] = useState<Errors>({});
  // Ahead of the form, which must not move once somebody types.
  useTemplates();
  const isCorrection = isTold(proposal);
  /** Then the public record shows the correction, with its reason. */
  const isReleased = proposal.rounds?.some((round) => round.is_released) === true;

  const startDeclining = () => {
    if (!draft.reason && proposal.decline_reason) write({ reason: proposal.decline_reason });
    setErrors({});
    setAsking('decline');
  };
  const takeBack = () => {
    setErrors({});
    if (isCorrection || isReleased) setAsking('takeBack');
    else desk.change({ decision: 'undecided' });
  };
  const approve = () => {
    setErrors({});
    setAsking(isReleased ? 'approve' : undefined);
    if (!isReleased) desk.change({ decision: 'approved' });
  };
  const stop = () => {
    setAsking(undefined);
    setErrors({});
  };
  const { reason = '', own = '', words = '', ownWords = '', correction = '' } = draft;
  const said = {
    ...(isCorrection && words.trim() && { mail_text: words.trim() }),
    ...(isReleased && { correction_reason: correction.trim() }),
  };
  const change: ReviewProposalInput =
    asking !== 'decline'
      ? { decision: asking === 'approve' ? 'approved' : 'undecided', ...said }
      : { decision: 'declined', decline_reason: reason.trim(), ...said };
  /** Returns whether it can be sent. */
  const check = (): boolean => {
    const found = {
      reason: asking === 'decline' ? refuseReason(reason) : undefined,
      words: isCorrection ? refuseWords(words) : undefined,
      correction: isReleased ? refuseCorrection(correction) : undefined,
    };
    setErrors(found);
    return !found.reason && !found.words && !found.correction;
  };
  /** Returns whether it was sent. */
  const decide = (): boolean => {
    if (!check()) return false;
    desk.change(change, () => {
      if (asking === 'decline') {
        clear('reason', reason);
        clear('own', own);
      }
      clear('correction', correction);
      clear('words', words);
      clear('ownWords', ownWords);
    });
    setAsking(undefined);
    return true;
  };
  return {
    ...{ asking, isCorrection, isReleased, change, approve },
    // Until it is written.
    errors: { ...errors, reason: stillRefused(errors, reason) },
    ...{ startDeclining, takeBack, stop, check, decide },
  };
}

/** Whether the applicant knows the decision, so that another one corrects it. */
function isTold({ decision, decided_at: at, undo_seconds: seconds = 0, ...now }: Proposal) {
  if (decision === 'undecided') return false;
  // What is shown may be older than the seconds in which it could be undone.
  const isOver = seconds > 0 && at && Date.parse(at) + seconds * SECOND_MS <= Date.now();
  return now.is_announced === true || Boolean(isOver);
}

const stillRefused = (errors: Errors, reason: string): string | undefined =>
  errors.reason && refuseReason(reason);

function refuseReason(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return REVIEW_RULES.reasonMissing;
  return length < LENGTHS.reasonMinimum ? REVIEW_RULES.reasonShort : undefined;
}

const refuseCorrection = (text: string): string | undefined =>
  text.trim().length < LENGTHS.reasonMinimum ? REVIEW_RULES.correctionReason : undefined;

function refuseWords(text: string): string | undefined {
  const name = unknownPlaceholder(text);
  return name === undefined ? undefined : wrongPlaceholder(name);
}
