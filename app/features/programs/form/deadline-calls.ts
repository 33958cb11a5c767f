import type { CreateProgramInput, ProgramPreview } from '#domain/programs/schema.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, send } from '#app/api/transport.ts';

/** Whom the change would concern; changes nothing. */
export async function previewProgram(
  id: string,
  input: CreateProgramInput,
): Promise<ProgramPreview> {
  const path = apiPath(`/programs/${encodeURIComponent(id)}`);
  const asked = { json: { deadline_date: input.deadline_date, preview: true } };
  const answer = await send(transport, 'PATCH', path, asked, { fallback: PROGRAM.updateFailed });
  return (await answer.json()) as ProgramPreview;
}
