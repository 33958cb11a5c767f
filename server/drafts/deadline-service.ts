/** A deadline that moves: whom it concerns, and what they are told. */
import { DRAFTS } from '#domain/constants.ts';
import { HOUR_MS } from '#domain/durations.ts';
import type { ProgramPreview } from '#domain/programs/schema.ts';
import { isOpen } from '#domain/programs/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { dropUnsent, queueMails, type Mail } from '../mail/store.ts';
import * as store from './deadline-store.ts';
import { deadlineMoved } from './mails.ts';
import { reminderTopicOf } from './reminder-service.ts';

type Moved = { id: string; title: string; from: Date; to: Date };

const topicOf = (draftId: string): string => `drafts.deadline:${draftId}`;

/** `isMoved`: whether the deadline would be another one. */
export async function previewDeadline(
  db: Executor,
  programId: string,
  isMoved: boolean,
): Promise<ProgramPreview> {
  const { open, waiting } = await store.countDrafts(db, programId);
  const mails = isMoved ? await store.countOpenDrafts(db, programId) : 0;
  return { open_drafts: open, waiting_submissions: waiting, mails };
}

/**
 * Mails everybody with a draft that is not submitted. Whoever was told nothing yet of an earlier
 * move gets the newest only, and none if the deadline is as they know it.
 */
export async function tellOfDeadline(
  { publicUrl, clock }: Pick<Services, 'publicUrl' | 'clock'>,
  tx: Executor,
  { id, title, from, to }: Moved,
): Promise<void> {
  const now = clock();
  const drafts = await store.listOpenDrafts(tx, id);
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
  if (remindedFrom > now.getTime()) await store.forgetReminders(tx, id);
  const url = `${publicUrl}${SCREENS.submitProposal({ programId: id })}`;
  const mails = drafts.flatMap((draft): Mail[] => {
    const topic = topicOf(draft.id);
    const told = known.get(topic) ?? from.toISOString();
    if (told === to.toISOString()) return [];
    const moved = {
      program: title,
      from: told ? new Date(told) : from,
      to,
      isOpen: isOpen(to, now),
    };
    return [{ ...deadlineMoved(draft.first_name, moved, url), to: draft.email, topic, told }];
  });
  await queueMails(tx, mails, now);
}
