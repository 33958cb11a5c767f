import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DownloadLink } from '#domain/paging.ts';
import type { Program } from '#domain/programs/schema.ts';
import { monthsAfter, SEASON_ENDED, SEASON_RESUMED, SEASONS } from '#domain/seasons/rules.ts';
import type { SeasonArchive, SeasonPreview } from '#domain/seasons/schema.ts';
import { transport } from '#app/api/browser.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { apiPath, send, type Versioned } from '#app/api/transport.ts';
import { useDownload } from '#app/api/use-download.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { ProgramTabs } from '#app/features/programs/program-tabs.tsx';
import { useProgram } from '#app/features/programs/use-programs.ts';
import { RefusedRows } from '#app/features/refused/refused-rows.tsx';
import { paths } from '#app/paths.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { Button } from '#app/ui/button.tsx';
import { DownloadReady } from '#app/ui/download-ready.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import items from '#app/ui/item-list.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import type { Route } from './+types/season';
import * as words from './labels.ts';

const labels = words.seasonLabels;

export const meta = () => [{ title: labels.title }];

const pathOf = (id: string, rest: string): string =>
  apiPath(`/programs/${encodeURIComponent(id)}/${rest}`);

/** /dashboard/admin/proposals/{id}/season: ends it, keeps it, and says what will be deleted. */
export default function Season({ params: { id } }: Route.ComponentProps) {
  const item = useProgram(id);
  return (
    <ItemScreen
      item={item}
      list={{ to: paths.programs, label: labels.back }}
      title={labels.title}
      lead={item.data?.title}
      loading={labels.loading}
    >
      {(program) => (
        <>
          <ProgramTabs id={id} program={program} current="season" />
          <Standing program={program} />
        </>
      )}
    </ItemScreen>
  );
}

function Standing({ program }: { program: Versioned<Program> }) {
  if (program.ended_at) return <Ended program={program} />;
  if (new Date(program.deadline_date) > serverNow())
    return (
      <Notice title={labels.openTitle(program.deadline_date)}>
        <p>{labels.openText}</p>
      </Notice>
    );
  return <Ending program={program} />;
}

function Ending({ program }: { program: Versioned<Program> }) {
  const query = useQuery({
    queryKey: [queryKeys.programs, 'season', program.id],
    queryFn: async ({ signal }) => {
      const asked = { json: { preview: true } };
      const options = { signal, fallback: labels.loadFailed };
      const answer = await send(transport, 'POST', pathOf(program.id, 'end'), asked, options);
      return (await answer.json()) as SeasonPreview;
    },
    // What somebody reads before ending it does not change under them.
    ...EDITED,
  });
  const { data } = query;
  if (!data) return <Waiting query={query} label={labels.loading} />;
  if (data.refused.length === 0) return <EndForm program={program} counts={data} />;
  return (
    <section aria-labelledby="left">
      <h2 id="left">{labels.leftTitle}</h2>
      <p>{labels.leftLead}</p>
      <RefusedRows rows={data.refused} />
      <LinkButton
        to={paths.submissions({ program_id: program.id, decision: 'undecided' })}
        variant="secondary"
      >
        {labels.seeAll}
      </LinkButton>
    </section>
  );
}

type EndProps = { program: Versioned<Program>; counts: SeasonPreview };

function EndForm({ program, counts }: EndProps) {
  const cache = useQueryClient();
  const [key] = useState(randomKey);
  const { usual, min, max } = SEASONS.retentionMonths;
  const [months, setMonths] = useState<number>(usual);
  const { problem, isBusy, run } = useFormSubmit(labels.failed);
  const isSound = Number.isInteger(months) && months >= min && months <= max;
  const deleteAt = monthsAfter(serverNow(), isSound ? months : usual);
  const submit = (data: FormData) =>
    run(async () => {
      const json = { title: String(data.get('title')), retention_months: months };
      const options = { idempotencyKey: key + months, fallback: labels.failed };
      try {
        await send(transport, 'POST', pathOf(program.id, 'end'), { json }, options);
        toast.success(SEASON_ENDED);
      } finally {
        await cache.invalidateQueries({ queryKey: [queryKeys.programs] });
      }
    });
  return (
    <section aria-labelledby="end">
      <h2 id="end">{labels.endTitle}</h2>
      <ul>
        {words.describeEnd(counts, deleteAt).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Form problem={problem} onSubmit={(data) => void submit(data)}>
        <TextField
          label={labels.months}
          name="retention_months"
          hint={labels.monthsHint}
          inputMode="numeric"
          defaultValue={usual}
          onChange={({ target }) => setMonths(Number(target.value || Number.NaN))}
        />
        <TextField label={labels.typed} name="title" hint={labels.typedHint(program.title)} />
        <FormActions>
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {labels.end}
          </Button>
        </FormActions>
      </Form>
    </section>
  );
}

function Ended({ program }: { program: Versioned<Program> }) {
  const { ended_at, delete_at, deleted_at } = program;
  const isAhead = new Date(delete_at!) > serverNow();
  return (
    <>
      <Notice title={words.describeEnded(ended_at!)}>
        {deleted_at && <p>{words.describeGone(deleted_at)}</p>}
        {!deleted_at && <p>{isAhead ? words.describeAhead(delete_at!) : labels.deleting}</p>}
      </Notice>
      <Archive programId={program.id} />
      {isAhead && <Resume program={program} />}
    </>
  );
}

function Archive({ programId }: { programId: string }) {
  const query = useQuery({
    queryKey: [queryKeys.programs, 'archive', programId],
    queryFn: async ({ signal }) => {
      const options = { signal, fallback: labels.loadFailed };
      const answer = await send(transport, 'GET', pathOf(programId, 'archive'), {}, options);
      return (await answer.json()) as SeasonArchive;
    },
  });
  return (
    <section aria-labelledby="archive">
      <h2 id="archive">{labels.archiveTitle}</h2>
      <p>{labels.archiveLead}</p>
      <Waiting query={query} label={labels.loading} />
      {query.data && (
        <ul className={`${items.items} bare`}>
          {query.data.parts.map((one) => (
            <Part key={one.part} programId={programId} {...one} />
          ))}
        </ul>
      )}
      <p>{labels.archiveCopies}</p>
    </section>
  );
}

type PartProps = SeasonArchive['parts'][number] & { programId: string };

function Part({ programId, part, proposals, bytes }: PartProps) {
  const { isBusy, url, problem, start } = useDownload(async () => {
    const path = `${pathOf(programId, `archive/${part}.zip`)}?as=link`;
    const answer = await send(transport, 'GET', path, {}, { fallback: labels.downloadFailed });
    return (await answer.json()) as DownloadLink;
  }, labels.downloadFailed);
  const name = `Part ${part}`;
  return (
    <li>
      <div>
        <b>{name}</b> <span className="note">{words.describePart(part, proposals, bytes)}</span>
        {problem && <p role="alert">{problem}</p>}
        {url && <DownloadReady url={url} />}
      </div>
      <Button
        variant="secondary"
        isSmall
        isBusy={isBusy}
        aria-label={`${labels.download}: ${name}`}
        onClick={() => void start()}
      >
        {labels.download}
      </Button>
    </li>
  );
}

function Resume({ program }: { program: Versioned<Program> }) {
  const cache = useQueryClient();
  const { problem, isBusy, run } = useFormSubmit(labels.resumeFailed);
  const submit = (data: FormData) =>
    run(async () => {
      const json = { reason: String(data.get('reason')) };
      const options = { etag: program.etag, fallback: labels.resumeFailed };
      try {
        await send(transport, 'DELETE', pathOf(program.id, 'end'), { json }, options);
        toast.success(SEASON_RESUMED);
      } finally {
        await cache.invalidateQueries({ queryKey: [queryKeys.programs] });
      }
    });
  return (
    <section aria-labelledby="resume">
      <h2 id="resume">{labels.resumeTitle}</h2>
      <p>{labels.resumeLead}</p>
      <Form problem={problem} onSubmit={(data) => void submit(data)}>
        <TextAreaField
          label={labels.reason}
          name="reason"
          hint={labels.reasonHint}
          rows={3}
          maxLength={SEASONS.reason.max}
        />
        <FormActions>
          <Button type="submit" variant="secondary" isBusy={isBusy}>
            {labels.resume}
          </Button>
        </FormActions>
      </Form>
    </section>
  );
}
