import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import * as first from './migrations/0001-first.ts';
import * as content from './migrations/0002-content.ts';
import * as lists from './migrations/0003-lists.ts';
import * as uploads from './migrations/0004-uploads.ts';
import * as scans from './migrations/0005-scans.ts';
import * as installation from './migrations/0007-installation.ts';
import * as sortKeys from './migrations/0008-sort-keys.ts';
import * as received from './migrations/0010-received.ts';
import * as drafts from './migrations/0011-drafts.ts';
import * as refusedAttempts from './migrations/0012-refused-attempts.ts';
import * as review from './migrations/0013-review.ts';
import * as auditLog from './migrations/0014-audit.ts';
import * as sessions from './migrations/0015-sessions.ts';
import * as enquiries from './migrations/0016-enquiries.ts';
import * as mails from './migrations/0016-mails.ts';
import * as similar from './migrations/0016-similar.ts';
import * as failedMails from './migrations/0017-failed-mails.ts';
import * as secondFactors from './migrations/0018-second-factors.ts';
import * as textEnds from './migrations/0019-text-ends.ts';
import * as letters from './migrations/0020-letters.ts';
import * as pictureCards from './migrations/0021-picture-cards.ts';
import * as proposalCounts from './migrations/0022-proposal-counts.ts';
import * as nameMarks from './migrations/0023-name-marks.ts';
import * as olderCodes from './migrations/0024-older-codes.ts';
import * as browsers from './migrations/0026-browsers.ts';
import * as replacedReceipts from './migrations/0027-replaced-receipts.ts';
import * as announcements from './migrations/0028-announcements.ts';
import * as plainLists from './migrations/0032-plain-lists.ts';
import * as deciders from './migrations/0033-deciders.ts';
import * as edits from './migrations/0033-edits.ts';
import * as bouncedMails from './migrations/0037-bounced-mails.ts';
import * as questions from './migrations/0040-questions.ts';
import * as labels from './migrations/0043-labels.ts';
import * as messages from './migrations/0044-messages.ts';
import * as judges from './migrations/0050-judges.ts';
import * as judging from './migrations/0051-judging.ts';
import * as toldJudges from './migrations/0055-told-judges.ts';
import * as cleanDocuments from './migrations/0056-clean-documents.ts';
import * as extensions from './migrations/0058-extensions.ts';
import * as idleAssignees from './migrations/0059-idle-assignees.ts';
import * as requests from './migrations/0059-requests.ts';
import * as publicWords from './migrations/0061-public-words.ts';
import * as announceTogether from './migrations/0062-announce-together.ts';
import * as mailings from './migrations/0063-mailings.ts';
import * as answeredRows from './migrations/0064-answered-rows.ts';
import * as bulkUndo from './migrations/0066-bulk-undo.ts';
import type { Db } from './open.ts';

const migrationsFor = (engine: Db['engine']): Record<string, Migration> => ({
  '0001-first': first,
  '0002-content': content,
  '0003-lists': { up: (db) => lists.up(db, engine) },
  '0004-uploads': uploads,
  '0005-scans': scans,
  '0007-installation': installation,
  '0008-sort-keys': { up: (db) => sortKeys.up(db, engine) },
  '0010-received': received,
  '0011-drafts': drafts,
  '0012-refused-attempts': refusedAttempts,
  '0013-review': { up: (db) => review.up(db, engine) },
  '0014-audit': { up: (db) => auditLog.up(db, engine) },
  '0015-sessions': { up: (db) => sessions.up(db, engine) },
  '0016-enquiries': enquiries,
  '0016-mails': mails,
  '0016-similar': similar,
  '0017-failed-mails': failedMails,
  '0018-second-factors': secondFactors,
  '0019-text-ends': { up: (db) => textEnds.up(db, engine) },
  '0020-letters': { up: (db) => letters.up(db, engine) },
  '0021-picture-cards': pictureCards,
  '0022-proposal-counts': { up: (db) => proposalCounts.up(db, engine) },
  '0023-name-marks': { up: (db) => nameMarks.up(db, engine) },
  '0024-older-codes': olderCodes,
  '0026-browsers': { up: (db) => browsers.up(db, engine) },
  '0027-replaced-receipts': replacedReceipts,
  '0028-announcements': { up: (db) => announcements.up(db, engine) },
  '0032-plain-lists': { up: (db) => plainLists.up(db, engine) },
  '0033-deciders': deciders,
  '0033-edits': edits,
  '0037-bounced-mails': bouncedMails,
  '0040-questions': questions,
  '0043-labels': labels,
  '0044-messages': messages,
  '0050-judges': judges,
  '0051-judging': judging,
  '0055-told-judges': toldJudges,
  '0056-clean-documents': cleanDocuments,
  '0058-extensions': extensions,
  '0059-idle-assignees': idleAssignees,
  '0059-requests': requests,
  '0061-public-words': publicWords,
  '0062-announce-together': announceTogether,
  '0063-mailings': mailings,
  '0064-answered-rows': { up: (db) => answeredRows.up(db, engine) },
  '0066-bulk-undo': bulkUndo,
});

/** In the order in which they run. */
export const MIGRATIONS: readonly string[] = Object.keys(migrationsFor('sqlite'));

/** Runs migrations, one by one or all at once. */
export const createMigrator = <T>(db: Kysely<T>, engine: Db['engine']): Migrator =>
  new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: async () => migrationsFor(engine) },
  });

/**
 * Brings the schema up to date in one transaction. Refuses a database that a newer release has
 * migrated.
 */
export async function migrate<T>(db: Kysely<T>, engine: Db['engine']): Promise<void> {
  const { error } = await createMigrator(db, engine).migrateToLatest();
  if (error) throw error;
}
