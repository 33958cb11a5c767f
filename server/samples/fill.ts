import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#domain/constants.ts';
import { SAMPLE_DECLINE_TEMPLATES } from '#content/samples/decline-templates.ts';
import { SAMPLE_FAQS } from '#content/samples/faqs.ts';
import { SAMPLE_PROGRAMS, type SampleProgram } from '#content/samples/programs.ts';
import { SAMPLE_TESTIMONIALS } from '#content/samples/testimonials.ts';
import { dayOf, startOfDay } from '#domain/dates.ts';
import { createSampleAccounts } from '../accounts/account-service.ts';
import type { Services } from '../context.ts';
import { fillOnce, finishStep, isEmpty, isStepUnfinished } from '../db/installation.ts';
import { toSearchText } from '../db/search.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { table } from '../db/table.ts';
import type { NewRow } from '../db/tables.ts';
import { programs } from '../programs/store.ts';
import { POSTS_STEP } from './posts.ts';
import { prepareOwnText } from '../text/stored-text.ts';

const ACCOUNTS_STEP = 'first-fill-unfinished';
const VOICES_DAYS = 6;
/** Programs close at the end of a day, one second before midnight in Accra. */
const END_OF_DAY_MS = DAY_MS - 1000;
const ANNOUNCED_DAYS = 60;
const DECIDED_DAYS = 42;

/**
 * Programs, FAQs, testimonials and the two demo accounts. Does nothing if the database is not
 * empty.
 */
export async function fillSamples(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  if (await isEmpty(db.read)) {
    await fillOnce(db, now, [ACCOUNTS_STEP, POSTS_STEP], async (tx) => {
      for (const program of SAMPLE_PROGRAMS) await programs.insert(tx, toProgram(program, now));
      await addVoices(tx, now);
      await raiseVersion(tx, 'public');
    });
  }
  if (!(await isStepUnfinished(db.read, ACCOUNTS_STEP))) return;
  await createSampleAccounts(services);
  await finishStep(db.read, ACCOUNTS_STEP);
}

/**
 * FAQs in the order in which they are displayed, oldest first; testimonials days apart, newest
 * first; reasons for declining.
 */
async function addVoices(tx: Executor, now: Date): Promise<void> {
  const stamps = (at: Date) => ({ id: randomUUID(), created_at: at, updated_at: at, version: 1 });
  for (const [place, faq] of SAMPLE_FAQS.entries()) {
    await table('faqs').insert(tx, {
      ...faq,
      ...stamps(new Date(now.getTime() - DAY_MS + place * 1000)),
      search_text: toSearchText(faq.question, faq.answer),
    });
  }
  for (const [place, testimonial] of SAMPLE_TESTIMONIALS.entries()) {
    const search_text = toSearchText(
      testimonial.first_name,
      testimonial.last_name,
      testimonial.position,
      testimonial.message,
    );
    await table('testimonials').insert(tx, {
      ...testimonial,
      ...stamps(new Date(now.getTime() - (place * VOICES_DAYS + 1) * DAY_MS)),
      search_text,
    });
  }
  for (const template of SAMPLE_DECLINE_TEMPLATES)
    await table('decline_templates').insert(tx, { ...template, ...stamps(now) });
}

function toProgram(
  { title, sector, description, closesIn, amount }: SampleProgram,
  now: Date,
): NewRow<'programs'> {
  const deadline_date = new Date(startOfDay(now).getTime() + closesIn * DAY_MS + END_OF_DAY_MS);
  const created_at = new Date(
    Math.min(deadline_date.getTime() - ANNOUNCED_DAYS * DAY_MS, now.getTime() - DAY_MS),
  );
  const { html, plain, mark } = prepareOwnText('text', description);
  const search_text = toSearchText(title, sector, plain);
  return {
    id: randomUUID(),
    title,
    description: html,
    rich_text_mark: mark,
    sector,
    deadline_date,
    amount_text: amount,
    decision_by: dayOf(new Date(deadline_date.getTime() + DECIDED_DAYS * DAY_MS)),
    search_text,
    created_at,
    updated_at: created_at,
    version: 1,
  };
}
