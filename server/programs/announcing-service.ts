/** Announces everything that a program has decided since its last announcement, together. */
import { DAY_MS } from '#domain/durations.ts';
import type { AnnounceInput, AnnouncePreview } from '#domain/programs/announcing-schema.ts';
import { PROGRAM_RULES } from '#domain/programs/messages.ts';
import { ANNOUNCE_DAYS } from '#domain/programs/rules.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit, auditAll } from '../audit.ts';
import type { Context, Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { announce } from '../proposals/announcement-service.ts';
import * as store from './announcing-store.ts';
import { lockProgram, requireProgram } from './service.ts';
import { changeProgram, lockProgram as lockRow, type ProgramRow } from './store.ts';

/** Refuses with 409 a program that announces at once, or that rounds announce for. */
async function requireTogether(db: Executor, program: ProgramRow): Promise<void> {
  if (program.announces === 'at_once')
    throw new Problem('announces_at_once', PROGRAM_RULES.announcesAtOnce);
  if (await store.hasRounds(db, program.id))
    throw new Problem('has_rounds', PROGRAM_RULES.hasRounds);
}

async function count(db: Executor, id: string): Promise<AnnouncePreview> {
  const rows = await store.countUnannounced(db, id);
  const newly = (decision: string) =>
    rows
      .filter((row) => row.decision === decision && Boolean(row.isNew))
      .reduce((sum, { total }) => sum + Number(total), 0);
  return {
    approved: newly('approved'),
    declined: newly('declined'),
    undecided: await store.countUndecided(db, id),
    mails: rows.reduce((sum, { total }) => sum + Number(total), 0),
  };
}

/** What an announcement would make visible now; changes nothing. Refuses with 404 and 409. */
export async function previewAnnouncement(
  context: UserContext,
  id: string,
): Promise<AnnouncePreview> {
  const { read } = context.db;
  await requireTogether(read, await requireProgram(context, read, id));
  return count(read, id);
}

/**
 * Announces now, or at an instant within 60 days; a second plan replaces the first, and announcing
 * now clears it. Refuses with 404, 409, 412 and 422. A repeated key gets the first answer.
 */
export async function announceProgram(
  context: UserContext,
  id: string,
  { at }: AnnounceInput,
): Promise<ApiResponse> {
  const once = { call: 'programs.announce', content: [id, at] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const program = await lockProgram(context, tx, id);
    await requireTogether(tx, program);
    const now = context.clock();
    if (at && at.getTime() > now.getTime() + ANNOUNCE_DAYS * DAY_MS)
      throw invalid({ at: PROGRAM_RULES.announceTooLate });
    const counts = await count(tx, id);
    const planned = at && at > now ? at : null;
    if (planned) await plan(context, tx, program, planned);
    else await announceAll(context, tx, program);
    return { body: { ...counts, announce_at: planned?.toISOString() ?? null } };
  });
  context.notifyAnnouncements();
  context.notifyMail();
  return answer;
}

/** Takes a planned announcement back. Refuses with 404, 412, and 409 if none is planned. */
export async function cancelAnnouncement(context: UserContext, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    const program = await lockProgram(context, tx, id);
    await requireTogether(tx, program);
    if (program.announce_at === null) throw new Problem('not_planned', PROGRAM_RULES.notPlanned);
    await plan(context, tx, program, null);
  });
}

type Acting = Services & Pick<Context, 'actor'> & { address?: string };

async function plan(
  acting: Acting,
  tx: Executor,
  { id, announce_at: before, version }: ProgramRow,
  announce_at: Date | null,
): Promise<void> {
  if (before?.getTime() === announce_at?.getTime()) return;
  await changeProgram(tx, id, { announce_at, version: version + 1 });
  await raiseVersion(tx, 'public');
  await audit(tx, acting, 'programs.plan', 'program', id, { announce_at: [before, announce_at] });
}

/** In the caller's transaction, which has locked the program. */
async function announceAll(acting: Acting, tx: Executor, program: ProgramRow): Promise<void> {
  const ids = await store.lockUnannounced(tx, program.id);
  await announce(acting, tx, ids);
  const entries = ids.map((id) => ({ id, changes: {} }));
  await auditAll(tx, acting, 'proposals.announce', 'proposal', entries);
  await audit(tx, acting, 'programs.announce', 'program', program.id, { mails: ids.length });
  await plan(acting, tx, program, null);
}

/**
 * For the release of a round: of a program that announces together, also what its rounds have not
 * decided. Its lock is the caller's.
 */
export async function announceRest(
  services: Pick<Services, 'clock' | 'config' | 'publicUrl'>,
  tx: Executor,
  programId: string,
): Promise<void> {
  if ((await store.findAnnounces(tx, programId)) !== 'together') return;
  await announce(services, tx, await store.lockUnannounced(tx, programId));
}

/** For a job: each planned announcement once, also if it came due while nothing ran. */
export async function announcePlanned(services: Services): Promise<void> {
  const { db, clock } = services;
  const acting = { ...services, actor: { role: 'visitor' } as const };
  for (const id of await store.listDue(db.read, clock())) {
    await db.write(async (tx) => {
      const program = await lockRow(db, tx, id);
      if (!program?.announce_at || program.announce_at > clock()) return;
      const isTogether = program.announces === 'together' && !(await store.hasRounds(tx, id));
      await (isTogether ? announceAll(acting, tx, program) : plan(acting, tx, program, null));
    });
    services.notifyMail();
  }
}
