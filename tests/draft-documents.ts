/** Documents of a draft as uploads leave them, and digests as a phone announces them. */
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Services } from '#server/context.ts';
import type { Row } from '#server/db/tables.ts';
import { findOrInsertDraft } from '#server/drafts/store.ts';
import type { Person } from './app.ts';
import { days } from './factories.ts';
import { makePdf } from './pdf-samples.ts';

const digestOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Two different real PDFs, with the digests that a phone announces. */
export async function twoDocuments() {
  const [pitchDeck, financials] = [await makePdf({ pages: 2 }), await makePdf({ pages: 1 })];
  return {
    pitchDeck,
    financials,
    digests: { pitch_deck: digestOf(pitchDeck), financials: digestOf(financials) },
  };
}

type DocumentState = Partial<
  Pick<Row<'draft_documents'>, 'state' | 'message' | 'sha256' | 'received'>
>;

/**
 * Replaces a document in the applicant's draft: ready and with its file by default. Returns the id
 * of the draft.
 */
export async function placeDocument(
  services: Services,
  applicant: Person,
  programId: string,
  kind: string,
  bytes: Uint8Array,
  placed: DocumentState = {},
): Promise<string> {
  const { db, clock, files, stagingDir } = services;
  const [facts, key] = [digestOf(bytes), `${applicant.id}/${randomUUID()}.pdf`];
  const path = join(stagingDir, `${randomUUID()}.upload`);
  writeFileSync(path, bytes);
  await files.put(key, path, { ...facts, contentType: 'application/pdf' });
  return db.write(async (tx) => {
    const { id } = await findOrInsertDraft(tx, { userId: applicant.id, programId }, clock());
    await tx
      .deleteFrom('draft_documents')
      .where('draft_id', '=', id)
      .where('kind', '=', kind)
      .execute();
    await tx
      .insertInto('draft_documents')
      .values({
        id: randomUUID(),
        draft_id: id,
        user_id: applicant.id,
        kind,
        name: `${kind}.pdf`,
        ...facts,
        received: facts.size,
        state: 'ready',
        message: null,
        pages: 1,
        markers: '[]',
        key,
        parts: '[]',
        leased_until: null,
        created_at: clock(),
        expires_at: days(7, clock()),
        ...placed,
      })
      .execute();
    return id;
  });
}

/** A draft that can be submitted, with both documents ready. */
export async function fillDraft(
  services: Services,
  applicant: Person,
  programId: string,
): Promise<Awaited<ReturnType<typeof twoDocuments>>> {
  const documents = await twoDocuments();
  const { status } = await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
  if (status !== 200) throw new Error(`the draft is not saved: ${status}`);
  await placeDocument(services, applicant, programId, 'pitch_deck', documents.pitchDeck);
  await placeDocument(services, applicant, programId, 'financials', documents.financials);
  return documents;
}

export const FIELDS = {
  business_name: 'Asante Cocoa Ltd',
  business_location: 'Kumasi',
  business_website: 'asante.example.com',
  business_description: '<p>We make chocolate.</p>',
};
