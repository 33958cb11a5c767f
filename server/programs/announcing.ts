/** Announces everything that a program has decided since its last announcement, together. */
import { z } from 'zod';
import { DAY_MS } from '#domain/constants.ts';
import { invalid, Problem, requireAhead } from '#domain/problem.ts';
import { ANNOUNCE_DAYS, PROGRAM_REFUSALS, PROGRAM_RULES } from '#domain/programs/rules.ts';
import {
  announceAnswer,
  announceInput,
  announcePreview,
  type AnnounceInput,
} from '#domain/programs/schema.ts';
import { actingForPlanner, audit, auditAll } from '../audit.ts';
import type { Context, Services, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { call, calls, none } from '../http/calls.ts';
import { writeOnce } from '../http/idempotency.ts';
import { announce } from '../proposals/decisions.ts';
import { lockProgram, requireProgram } from './service.ts';
import * as store from './store.ts';

async function requireTogether(db: Executor, program: store.ProgramRow) {
  if (program.announces === 'at_once')
    throw new Problem('announces_at_once', PROGRAM_REFUSALS.announcesAtOnce);
  if (await store.hasRounds(db, program.id))
    throw new Problem('has_rounds', PROGRAM_RULES.hasRounds);
}

async function count(db: Executor, id: string) {
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

async function previewAnnouncement(context: UserContext, id: string) {
  const { read } = context.db;
  await requireTogether(read, await requireProgram(context, read, id));
  return count(read, id);
}

/** A second plan replaces the first, and announcing now clears it. */
async function announceProgram(context: UserContext, id: string, { at }: AnnounceInput) {
  const once = { call: 'programs.announce', content: [id, at] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const program = await lockProgram(context, tx, id);
    await requireTogether(tx, program);
    const now = context.clock();
    requireAhead('at', at, now);
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

async function cancelAnnouncement(context: UserContext, id: string) {
  await context.db.write(async (tx) => {
    const program = await lockProgram(context, tx, id);
    await requireTogether(tx, program);
    if (program.announce_at === null) throw new Problem('not_planned', PROGRAM_REFUSALS.notPlanned);
    await plan(context, tx, program, null);
  });
}

type Acting = Services & Pick<Context, 'actor'> & { address?: string; isPlanned?: boolean };

async function plan(
  acting: Acting,
  tx: Executor,
  { id, announce_at: before, version }: store.ProgramRow,
  announce_at: Date | null,
) {
  if (before?.getTime() === announce_at?.getTime()) return;
  await store.programs.change(tx, { id }, { announce_at, version: version + 1 });
  await raiseVersion(tx, 'public');
  await audit(tx, acting, 'programs.plan', 'program', id, { announce_at: [before, announce_at] });
}

/** In the caller's transaction, which has locked the program. */
async function announceAll(acting: Acting, tx: Executor, program: store.ProgramRow) {
  const ids = await store.lockUnannounced(tx, program.id);
  await announce(acting, tx, ids);
  const entries = ids.map((id) => ({ id, changes: {} }));
  await auditAll(tx, acting, 'proposals.announce', 'proposal', entries);
  await audit(tx, acting, 'programs.announce', 'program', program.id, { mails: ids.length });
  await plan(acting, tx, program, null);
}

/** For the release of a round, whose program the caller has locked: also what no round decided. */
export async function announceRest(
  services: Pick<Services, 'clock' | 'config' | 'publicUrl'>,
  tx: Executor,
  programId: string,
) {
  if ((await store.programs.find(tx, { id: programId }))?.announces !== 'together') return;
  await announce(services, tx, await store.lockUnannounced(tx, programId));
}

/** For a job: each planned announcement once, also if it came due while nothing ran. */
export async function announcePlanned(services: Services) {
  const { db, clock } = services;
  for (const id of await store.listDue(db.read, clock())) {
    await db.write(async (tx) => {
      const program = await store.lockProgram(tx, id);
      if (!program?.announce_at || program.announce_at > clock()) return;
      const acting = await actingForPlanner(services, tx, id, 'announce_at');
      const isTogether = program.announces === 'together' && !(await store.hasRounds(tx, id));
      await (isTogether ? announceAll(acting, tx, program) : plan(acting, tx, program, null));
    });
    services.notifyMail();
  }
}

export const announcingCalls = calls({
  'POST /programs/{id}/announce': call(
    'programs.announce',
    {
      summary: 'Announce all decisions of a program now or later, or preview the announcement',
      body: announceInput,
      answer: z.union([announceAnswer, announcePreview]),
      versioned: true,
      idempotent: true,
      refuses: [409],
    },
    async (context: UserContext, { params, body }) => {
      if (body.preview) return { body: await previewAnnouncement(context, params.id!) };
      return announceProgram(context, params.id!, body);
    },
  ),
  'DELETE /programs/{id}/announce': none('programs.announce', 'Cancel a planned announcement', {
    versioned: true,
    refuses: [409],
    run: cancelAnnouncement,
  }),
});
