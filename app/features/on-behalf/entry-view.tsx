import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { DocumentDownload } from '#app/features/proposals/documents/document-download.tsx';
import { LINK_FALLBACK } from '#app/features/proposals/documents/use-document-link.ts';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { paths } from '#app/paths.ts';
import { Facts } from '#app/ui/facts.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { refuseCorrection } from './refuse-correction.ts';

const labels = {
  title: 'Entered by us',
  loading: 'Loading who entered it',
  failed: 'Could not load who entered it.',
  cameIn: 'Came in',
  entered: 'Entered',
  corrected: 'Corrected',
  somebody: 'Somebody',
  by: (name: string, moment: string) => `${name}, ${moment} GMT`,
  evidence: 'What shows when it came in',
  print: 'Print the receipt',
  correct: 'Correct what was entered',
} as const;

/** More corrections than these are in the history. */
const NEWEST = 20;

/** How a proposal on paper came in, who typed it in, and the way to correct it. */
export default function EntryView({ proposal }: { proposal: Proposal }) {
  const query = useQuery({
    queryKey: [queryKeys.reviews, 'history', proposal.id, 'on behalf'],
    queryFn: ({ signal }) =>
      api.listAudit(
        {
          ...{ entity: 'proposal', entity_id: proposal.id, action: 'proposals.onBehalf' },
          limit: NEWEST,
        },
        { signal, fallback: labels.failed },
      ),
  });
  const { evidence } = proposal.document_urls;
  return (
    <section aria-labelledby="entry">
      <h2 id="entry">{labels.title}</h2>
      <Waiting query={query} label={labels.loading} rows={2} />
      <Facts
        facts={[
          [labels.cameIn, `${formatShortDateTime(proposal.received_at)} GMT`],
          ...(query.data?.items.toReversed() ?? []).map(describe),
        ]}
      />
      {evidence && proposal.documents['evidence'] && (
        <DocumentDownload
          proposal={proposal}
          kind="evidence"
          label={labels.evidence}
          request={() => api.getDocumentLink(evidence, { fallback: LINK_FALLBACK })}
        />
      )}
      <p className="row">
        <Link to={paths.paperReceipt(proposal)}>{labels.print}</Link>
        <Correcting proposal={proposal} />
      </p>
    </section>
  );
}

function describe({ at, actor, changes }: AuditEntry) {
  const after = (name: string) => changes.find(({ field }) => field === name)?.after;
  const by = labels.by(actor?.name ?? labels.somebody, formatShortDateTime(at));
  return [
    after('corrected') ? labels.corrected : labels.entered,
    <span key={at}>
      <span>{by}</span>
      <br />
      <span className="as-typed">{String(after('reason') ?? '')}</span>
    </span>,
  ] as const;
}

/** The way to the form; or why what was entered stays. */
function Correcting({ proposal }: { proposal: Proposal }) {
  const { data: program } = useProgram(proposal.program_id);
  if (!program) return null;
  const refusal = refuseCorrection(proposal, program, serverNow());
  if (refusal) return <span className="note">{refusal}</span>;
  return <Link to={paths.correctEntry(proposal)}>{labels.correct}</Link>;
}
