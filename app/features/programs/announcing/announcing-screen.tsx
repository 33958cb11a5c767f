import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import { PROGRAM_RULES } from '#domain/programs/rules.ts';
import type { AnnouncePreview, Program } from '#domain/programs/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import { announcing } from './announcing-calls.ts';
import { AnnounceNow } from './announce-dialog.tsx';
import * as words from './labels.ts';
import { PlanForm } from './plan-form.tsx';

const labels = words.announcingLabels;

/** Announces what a program that announces together has decided: now, or at an instant. */
export default function AnnouncingPanel({ program }: { program: Versioned<Program> }) {
  const query = useQuery({
    queryKey: [queryKeys.programs, 'announcing', program.id],
    queryFn: ({ signal }) =>
      announcing.preview(program.id, { signal, fallback: labels.loadFailed }),
    staleTime: 0,
  });
  const { data } = query;
  const isJudged = query.error instanceof ApiError && query.error.code === 'has_rounds';
  return (
    <section aria-labelledby="announcing">
      <h2 id="announcing">{labels.title}</h2>
      {isJudged ? (
        <p>
          <span>{PROGRAM_RULES.hasRounds}</span> <Link to={paths.rounds()}>{labels.toRounds}</Link>
        </p>
      ) : (
        <>
          <p>{labels.lead}</p>
          <Waiting query={query} label={labels.loading} />
        </>
      )}
      {data && (
        <>
          <WhoIsTold program={program} counts={data} />
          {program.announce_at && <Planned program={program} at={program.announce_at} />}
          {data.mails > 0 ? (
            <AnnounceNow program={program}>
              <WhoIsTold program={program} counts={data} />
            </AnnounceNow>
          ) : (
            <p>{labels.nothing}</p>
          )}
          <PlanForm key={program.announce_at} program={program}>
            <WhoIsTold program={program} counts={data} />
          </PlanForm>
        </>
      )}
    </section>
  );
}

const WhoIsTold = ({ program, counts }: { program: Program; counts: AnnouncePreview }) => (
  <>
    <Facts
      facts={[
        [labels.approved, words.describeApproved(counts.approved)],
        [labels.declined, words.describeDeclined(counts.declined)],
        [labels.undecided, words.describeUndecided(counts.undecided)],
        [labels.emails, words.describeEmails(counts.mails)],
      ]}
    />
    {program.is_open && <p>{labels.stillOpen(formatDateTime(program.deadline_date))}</p>}
  </>
);

function Planned({ program, at }: { program: Versioned<Program>; at: string }) {
  const cache = useQueryClient();
  const { problem, isBusy, run } = useFormSubmit(labels.failed);
  const takeBack = () =>
    run(async () => {
      const { id, etag } = program;
      try {
        await announcing.cancel(id, { etag, fallback: labels.failed });
        toast.success(labels.takenBack);
      } finally {
        await cache.invalidateQueries({ queryKey: [queryKeys.programs] });
      }
    });
  return (
    <Notice
      title={words.describePlan(formatDateTime(at))}
      actions={
        <Button variant="secondary" isBusy={isBusy} onClick={() => void takeBack()}>
          {labels.takeBack}
        </Button>
      }
    >
      {problem && <p role="alert">{problem.message}</p>}
    </Notice>
  );
}
