/** What is exported of somebody's enquiries, and of mailings that will go to them. */
import type { Executor } from '../db/open.ts';
import { inBatches, type Owner, type Rows } from './data-store.ts';

/** Rows in memory at once. */
const BATCH = 20;

export const enquiriesOf = (db: Executor, { email }: Owner): Rows =>
  inBatches(
    BATCH,
    db
      .selectFrom('enquiries')
      .select(['id', 'first_name', 'last_name', 'email', 'phone_number', 'message', 'created_at'])
      .where('email', '=', email)
      .orderBy('created_at')
      .orderBy('id'),
  );

/** What the firm answered to this person's enquiries, and answers that they wrote. */
export const enquiryAnswersOf = (db: Executor, { id, email }: Owner): Rows =>
  inBatches(
    BATCH,
    db
      .selectFrom('enquiry_answers')
      .innerJoin('enquiries', 'enquiries.id', 'enquiry_answers.enquiry_id')
      .select(['enquiry_answers.enquiry_id', 'enquiry_answers.at', 'enquiry_answers.text'])
      .where(({ eb, or }) =>
        or([eb('enquiries.email', '=', email), eb('enquiry_answers.author_id', '=', id)]),
      )
      .orderBy('enquiry_answers.at')
      .orderBy('enquiry_answers.id'),
  );

export const mailingsOf = (db: Executor, { id }: Owner): Rows =>
  inBatches(
    BATCH,
    db
      .selectFrom('mailing_people')
      .innerJoin('mailings', 'mailings.id', 'mailing_people.mailing_id')
      .select(['mailings.subject', 'mailings.send_at', 'mailing_people.business_name'])
      .select(['mailing_people.program', 'mailing_people.deadline'])
      .where('mailing_people.user_id', '=', id)
      .orderBy('mailings.send_at')
      .orderBy('mailings.id'),
  );
