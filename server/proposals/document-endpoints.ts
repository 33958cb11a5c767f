/** Documents of proposals for admins: shown, and all at once. */
import type { UserContext } from '../context.ts';
import { endpoint } from '../http/endpoint.ts';
import { viewDocument } from './view-service.ts';

export const view = endpoint(
  {
    summary: 'Show a document inline, on our own pages',
    produces: 'application/pdf',
    refuses: [409],
  },
  async (context: UserContext, { params, request: { headers } }) => {
    const { headers: told, stream } = await viewDocument(
      context,
      { id: params.id!, kind: params.kind! },
      { site: headers['sec-fetch-site'] as string, ifNoneMatch: headers['if-none-match'] },
    );
    return stream ? { headers: told, body: stream } : { status: 304, headers: told };
  },
);
