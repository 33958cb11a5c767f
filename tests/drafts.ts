/** Inserts drafts with one ready document. */
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFileName } from '#domain/proposals/rules.ts';
import type { Services } from '#server/context.ts';
import type { DraftsTable } from '#server/db/draft-tables.ts';
import { days, insertProgram } from './factories.ts';
import { makePdf } from './pdf-samples.ts';

/** Stores a draft of this person whose pitch deck is ready; returns it with the document's key. */
export async function insertDraft(
  services: Services,
  { id: userId }: { id: string },
  seed: Partial<DraftsTable> = {},
): Promise<DraftsTable & { key: string; fileName: string }> {
  const now = services.clock();
  const program = await insertProgram(services);
  const draft: DraftsTable = {
    id: randomUUID(),
    user_id: userId,
    program_id: program.id,
    business_name: '',
    business_location: '',
    business_website: '',
    business_description: '',
    rich_text_mark: '',
    created_at: now,
    saved_at: now,
    version: 1,
    reminded_at: null,
    ...seed,
  };
  await services.db.read.insertInto('drafts').values(draft).execute();
  const document = await storeDeck(services, userId);
  await services.db.read
    .insertInto('draft_documents')
    .values({
      id: randomUUID(),
      draft_id: draft.id,
      user_id: userId,
      kind: 'pitch_deck',
      name: 'deck.pdf',
      state: 'ready',
      message: null,
      pages: 1,
      markers: '[]',
      parts: '[]',
      leased_until: null,
      created_at: now,
      expires_at: days(7, now),
      ...document,
    })
    .execute();
  return { ...draft, key: document.key, fileName: documentFileName(program.title, 'pitch_deck') };
}

async function storeDeck(services: Services, userId: string) {
  const bytes = await makePdf();
  const path = join(services.stagingDir, randomUUID());
  writeFileSync(path, bytes);
  const key = `${userId}/${randomUUID()}.pdf`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const size = bytes.length;
  await services.files.put(key, path, { size, sha256, contentType: 'application/pdf' });
  return { key, sha256, size, received: size };
}
