/** Submissions as a browser sends them. */
import { randomUUID } from 'node:crypto';
import type { Services } from '#server/context.ts';
import { insertProgram } from './factories.ts';
import type { Person } from './app.ts';
import { makePdf } from './pdf-samples.ts';

export type Form = Record<string, string | Uint8Array | null | undefined>;

export const answers = (fields: Form = {}): Form => ({
  business_name: 'Asante Cocoa Ltd',
  business_description: '<p>We make chocolate.</p>',
  business_website: 'asante.example.com',
  business_location: 'Kumasi',
  ...fields,
});

/** A multipart form: bytes become PDF files; null and undefined are omitted. */
export function formOf(fields: Form, names: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value);
    else if (value)
      data.append(
        name,
        new Blob([new Uint8Array(value)], { type: 'application/pdf' }),
        names[name] ?? `${name}.pdf`,
      );
  }
  return data;
}

/** A complete submission with two small real PDFs; every field can be overridden. */
export async function submissionTo(programId: string, fields: Form = {}): Promise<FormData> {
  return formOf(
    answers({
      program_id: programId,
      pitch_deck: await makePdf({ pages: 2 }),
      financials: await makePdf(),
      ...fields,
    }),
  );
}

/** Submits through the API, to a new open program by default; returns the proposal. */
export async function submit(
  services: Services,
  applicant: Person,
  fields: Form = {},
): Promise<{ proposal: any; etag: string }> {
  const programId =
    (fields['program_id'] as string | undefined) ?? (await insertProgram(services)).id;
  const { status, body, headers } = await applicant.post(
    '/proposals/',
    await submissionTo(programId, fields),
    { headers: { 'idempotency-key': randomUUID() } },
  );
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { proposal: body, etag: headers.get('etag')! };
}

/** The keys of all stored files, sorted. */
export async function storedKeys({ files }: Services, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(prefix)) keys.push(key);
  return keys.sort();
}

/** A form as a browser would send it in one go: its bytes and its content type. */
export async function wholeForm(
  data: FormData,
): Promise<{ contentType: string; bytes: Buffer<ArrayBuffer> }> {
  const response = new Response(data);
  const contentType = response.headers.get('content-type')!;
  return { contentType, bytes: Buffer.from(await response.arrayBuffer()) };
}
