/** A deadline that moves: whom it concerns, and what they are told. */
import { DRAFTS } from '#domain/constants.ts';
import { HOUR_MS } from '#domain/durations.ts';
import type { ProgramPreview } from '#domain/programs/schema.ts';
import { isOpen, ownDeadline } from '#domain/programs/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { dropUnsent, queueMails, type Mail } from '../mail/store.ts';
import * as store from './deadline-store.ts';
import { deadlineMoved } from './mails.ts';
import { reminderTopicOf } from './reminder-service.ts';

type DeadlineChange = { id: string; title: string; from: Date; to: Date };

const topicOf = (draftId: string): string => `drafts.deadline:${draftId}`;

/** Whoever has time until then or longer is not concerned. */
const laterOf = ({ from, to }: Pick<DeadlineChange, 'from' | 'to'>): Date =>
  from > to ? from : to;

/** `moved`: from when to when; undefined if the deadline would stay. */
export async function previewDeadline(
  db: Executor,
  programId: string,
  moved: Pick<DeadlineChange, 'from' | 'to'> | undefined,
): Promise<ProgramPreview> {
  const { open, waiting } = await store.countDrafts(db, programId);
  const mails = moved ? await store.countOpenDrafts(db, programId, laterOf(moved)) : 0;
  return { open_drafts: open, waiting_submissions: waiting, mails };
}

/**
 * Mails everybody with a draft that is not submitted. Whoever was told nothing yet of an earlier
 * move gets the newest only, and none if the deadline is as they know it.
 */
export async function tellOfDeadline(
  { publicUrl, clock }: Pick<Services, 'publicUrl' | 'clock'>,
  tx: Executor,
  { id, title, from, to }: DeadlineChange,
): Promise<void> {
  const now = clock();
  const beyond = laterOf({ from, to });
  const drafts = await store.listOpenDrafts(tx, id, beyond);
  const known = await dropUnsent(
    tx,
    drafts.map((draft) => topicOf(draft.id)),
    now,
  );
  await dropUnsent(
    tx,
    drafts.map((draft) => reminderTopicOf(draft.id)),
    now,
  );
  const remindedFrom = to.getTime() - DRAFTS.reminderHours * HOUR_MS;
  if (remindedFrom > now.getTime()) await store.forgetReminders(tx, id, beyond);
  const url = `${publicUrl}${SCREENS.submitProposal({ programId: id })}`;
  const mails = drafts.flatMap((draft): Mail[] => {
    const topic = topicOf(draft.id);
    const ownAt = (deadline_date: Date) => ownDeadline({ ...draft, deadline_date });
    const [ownFrom, ownTo] = [ownAt(from), ownAt(to)];
    const told = known.get(topic) ?? ownFrom.toISOString();
    if (told === ownTo.toISOString()) return [];
    const moved = {
      program: title,
      from: told ? new Date(told) : ownFrom,
      to: ownTo,
      isOpen: isOpen(ownTo, now),
    };
    return [{ ...deadlineMoved(draft.first_name, moved, url), to: draft.email, topic, told }];
  });
  await queueMails(tx, mails, now);
}
