import { fileField } from '#app/uploads/send-proposal.ts';
import type { Reading } from '#app/ui/form-values.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import type { PickedDocuments } from './document-field.tsx';

const proposalForm = lazySchema(
  async () => (await import('#domain/proposals/schema.ts')).updateProposalInput,
);

export type FilledProposal = {
  fields: Record<string, string>;
  /** By key: kinds, and questions that take a file. */
  files: Partial<Record<string, File>>;
};

/** Reads a change, which requires no document. Refuses with the sentences of spec §5.5. */
export async function readProposal(
  data: FormData,
  picked: PickedDocuments,
): Promise<Reading<FilledProposal>> {
  const reading = await checkForm(proposalForm, data);
  const refused = refusedIn(picked);
  const fields = { ...reading.problem?.fields, ...refused };
  if (reading.value && Object.keys(fields).length === 0)
    return {
      value: { fields: { ...toText(reading.value), ...answersOf(data) }, files: filesOf(picked) },
    };
  const message = reading.problem?.message ?? Object.values(refused)[0]!;
  return { problem: { message, fields } };
}

/** Why files cannot be uploaded, by field. */
export const refusedIn = (picked: PickedDocuments): Record<string, string> =>
  Object.fromEntries(
    Object.entries(picked).flatMap(([key, one]) =>
      one?.refusal ? [[fileField(key), one.refusal]] : [],
    ),
  );

/** To the program's own questions, as one text; the server checks them. */
function answersOf(data: FormData): Record<string, string> {
  const answers = data.get('answers');
  return typeof answers === 'string' ? { answers } : {};
}

const toText = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value ?? '')]));
export const filesOf = (picked: PickedDocuments) =>
  Object.fromEntries(
    Object.entries(picked).flatMap(([key, one]) => (one ? [[key, one.file]] : [])),
  );
