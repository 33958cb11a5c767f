import type { ListedRecord } from '#domain/judging/record-schema.ts';
import { apiPath, send, type Transport } from '#app/api/transport.ts';

/** The programs that are judged by rounds, or were. */
export async function listRecords(transport: Transport): Promise<ListedRecord[]> {
  return (await send(transport, 'GET', apiPath('/public-record/'))).json();
}
