/** The tables of mails to many applicants; part of tables.ts. */
import type { MailingState, TemplateKind } from '#domain/mailings/rules.ts';
import type { Stamps } from './content-tables.ts';

export type MailingsTable = Stamps & {
  id: string;
  subject: string;
  text: string;
  state: MailingState;
  /** How many it was settled to go to. */
  people: number;
  /** When a planned one goes out. */
  send_at: Date | null;
  created_by: string | null;
  /** Known once it is over; until then, its mails are counted. */
  sent: number;
  failed: number;
};

export type MailingPeopleTable = {
  mailing_id: string;
  user_id: string;
  business_name: string;
  program: string;
  /** Their own. */
  deadline: Date;
  /** Of the screen that their mail links to. */
  path: string;
};

export type MailTemplatesTable = Stamps & {
  id: string;
  name: string;
  kind: TemplateKind;
  subject: string;
  text: string;
};
