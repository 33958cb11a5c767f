import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import type { Reading } from '#app/ui/form-values.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import type { PickedDocuments } from './document-field.tsx';

const proposalForm = lazySchema(
  async () => (await import('#domain/proposals/schema.ts')).updateProposalInput,
);

export type FilledProposal = {
  fields: Record<string, string>;
  files: Partial<Record<DocumentKind, File>>;
};

/** Reads a change, which requires no document. Refuses with the sentences of spec §5.5. */
export async function readProposal(
  data: FormData,
  picked: PickedDocuments,
): Promise<Reading<FilledProposal>> {
  const reading = await checkForm(proposalForm, data);
  const refused = Object.fromEntries(
    DOCUMENT_KINDS.flatMap((kind) => (picked[kind]?.refusal ? [[kind, picked[kind].refusal]] : [])),
  );
  const fields = { ...reading.problem?.fields, ...refused };
  if (reading.value && Object.keys(fields).length === 0)
    return {
      value: { fields: { ...toText(reading.value), ...answersOf(data) }, files: filesOf(picked) },
    };
  const message = reading.problem?.message ?? Object.values(refused)[0]!;
  return { problem: { message, fields } };
}

/** To the program's own questions, as one text; the server checks them. */
function answersOf(data: FormData): Record<string, string> {
  const answers = data.get('answers');
  return typeof answers === 'string' ? { answers } : {};
}

const toText = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value ?? '')]));
const filesOf = (picked: PickedDocuments) =>
  Object.fromEntries(
    DOCUMENT_KINDS.flatMap((kind) => (picked[kind] ? [[kind, picked[kind].file]] : [])),
  );
