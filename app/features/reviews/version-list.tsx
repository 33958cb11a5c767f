import { useMutation, useQuery } from '@tanstack/react-query';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { formatAnswer } from '#domain/questions/answers.ts';
import type { ProposalVersion } from '#domain/proposals/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { requests } from '#app/features/proposals/requests/request-calls.ts';
import { FIELD_LABELS } from '#app/features/proposals/requests/labels.ts';
import { Button } from '#app/ui/button.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { askLabels, describeVersion } from './request-labels.ts';
import css from './version-list.module.css';

type Pair = { name: string; label: string; before: string; after: string };

/** What differs between two versions: fields, then answers to the program's questions. */
function compare(one: ProposalVersion, other: ProposalVersion): Pair[] {
  const fields = Object.keys(one.fields) as (keyof ProposalVersion['fields'])[];
  const pairs = fields.map((name) => ({
    name,
    label: FIELD_LABELS[name] ?? name,
    before: one.fields[name] ?? '',
    after: other.fields[name] ?? '',
  }));
  const answers = other.answers ?? [];
  const answerPairs = answers.map((after) => {
    const before = one.answers?.find(({ question_id: id }) => id === after.question_id);
    return {
      name: after.question_id,
      label: after.label,
      before: before ? formatAnswer(before) : '',
      after: formatAnswer(after),
    };
  });
  return [...pairs, ...answerPairs].filter(({ before, after }) => before !== after);
}

/** The versions of a proposal, each beside the one before it; nothing while there is one only. */
export function VersionList({ proposalId }: { proposalId: string }) {
  const { data: versions, error } = useQuery({
    queryKey: [queryKeys.proposals, 'versions', proposalId],
    queryFn: ({ signal }) =>
      requests.versions(proposalId, { signal, fallback: askLabels.versionsFailed }),
    staleTime: 0,
  });
  if (error && !versions) return <p role="alert">{error.message}</p>;
  if (!versions || versions.length < 2) return null;
  return (
    <section aria-labelledby="versions">
      <h3 id="versions">{askLabels.versions}</h3>
      {versions.slice(1).map((version, place) => (
        <Changed key={version.version} before={versions[place]!} after={version} />
      ))}
    </section>
  );
}

function Changed({ before, after }: { before: ProposalVersion; after: ProposalVersion }) {
  const files = (before.answers ?? []).map(({ question_id: key, label }) => ({ key, label }));
  const documents = [
    ...DOCUMENT_KINDS.map((key) => ({ key, label: FIELD_LABELS[key]! })),
    ...files,
  ].filter(({ key }) => before.documents[key] !== after.documents[key]);
  return (
    <div className={css.version}>
      <h4>{askLabels.changed(after.version)}</h4>
      {compare(before, after).map(({ name, label, before: was, after: is }) => (
        <div key={name} className={css.pair}>
          <p>
            <b>{label}</b>
          </p>
          <div>
            <p>{describeVersion(before)}</p>
            <Value name={name} text={was} />
          </div>
          <div>
            <p>{describeVersion(after)}</p>
            <Value name={name} text={is} />
          </div>
        </div>
      ))}
      {documents.map(({ key, label }) => (
        <Older key={key} label={label} documentKey={before.documents[key] ?? ''} />
      ))}
    </div>
  );
}

/** The newer one is the proposal's own, or the older one of the next version. */
function Older({ label, documentKey }: { label: string; documentKey: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.getDocumentLink(documentKey, { fallback: askLabels.failed }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <div>
      <p>{askLabels.documentChanged(label)}</p>
      <Button variant="secondary" isSmall isBusy={isPending} onClick={() => mutate()}>
        {askLabels.download}
      </Button>
      {error && <p role="alert">{error.message}</p>}
    </div>
  );
}

const Value = ({ name, text }: { name: string; text: string }) =>
  name === 'business_description' ? (
    <RichText html={text} />
  ) : (
    <p className="as-typed">{text || '–'}</p>
  );
