import { data } from 'react-router';
import type { PublicRecord, RecordedRound } from '#domain/judging/record-schema.ts';
import { PROGRAM } from '#domain/programs/rules.ts';
import { readSector } from '#domain/sectors.ts';
import { recordPage } from '#content/record.ts';
import { ApiError } from '#app/api/api-error.ts';
import { apiPath, send } from '#app/api/transport.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { paths } from '#app/paths.ts';
import { clientFor, transportFor } from '#app/render-context.ts';
import { describePage } from '#app/seo/describe-page.ts';
import type { Refusal } from '#app/shell/describe-error.ts';
import shared from '#app/shell/public/public-page.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Route } from './+types/record';
import { CheckSection } from './check-section.tsx';
import { findPlaces } from './find-place.ts';
import css from './record.module.css';
import { RegionSection } from './region-section.tsx';
import { Chosen, RoundSection } from './round-section.tsx';

const MOST_TYPED = 60;
const readTyped = (text: string): string | undefined =>
  text.trim().slice(0, MOST_TYPED) || undefined;

export const handle: PageHandle = {
  query: { receipt: readTyped },
  subject: { kind: 'program', param: 'id', absentAt: paths.record({ id: '-' }) },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { id, title } = loaderData.program;
  return describePage(
    {
      path: paths.record({ id }),
      title: `${recordPage.title}: ${title}`,
      description: recordPage.description(title),
    },
    matches,
  );
};

const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const transport = transportFor(context, request);
  const refuse = (error: unknown) => {
    throw isAbsent(error) ? data<Refusal>({ sentence: PROGRAM.notFound }, { status: 404 }) : error;
  };
  // The record outlives the program: a hidden one has no page of its own.
  const shown = await clientFor(context, request)
    .getProgram(params.id, { fallback: PROGRAM.notFound })
    .catch((error: unknown) => (isAbsent(error) ? null : refuse(error)));
  /** Null where there is none. */
  const find = (path: string): Promise<Response | null> =>
    send(transport, 'GET', apiPath(`/public-record/${encodeURIComponent(params.id)}${path}`)).catch(
      (error: unknown) => (isAbsent(error) ? null : refuse(error)),
    );
  const record = ((await (await find(''))?.json()) ?? null) as PublicRecord | null;
  if (!shown && !record) throw data<Refusal>({ sentence: PROGRAM.notFound }, { status: 404 });
  const { id, title, sector } = shown ?? {
    id: record!.program_id,
    title: record!.program_title,
    sector: record!.sector,
  };
  const hasGrants = record !== null && (await find('/grants.json')) !== null;
  const { searchParams, origin } = new URL(request.url);
  const typed = readTyped(searchParams.get('receipt') ?? '');
  const client = clientFor(context, request);
  const found = record && typed ? await findPlaces(transport, client, record, typed) : undefined;
  const program = { id, title, sector, isShown: shown !== null };
  return { program, record, typed, found, origin, hasGrants };
}

/** /national-pitch-trek/programs/{id}/record: how a program was judged, and how to check it. */
export default function Record({ loaderData }: Route.ComponentProps) {
  const { program, record, typed, found, origin, hasGrants } = loaderData;
  const newest = record?.rounds.findLast(({ released_at }) => released_at !== null);
  return (
    <>
      <PatternBand
        pattern={SECTOR_PATTERNS[readSector(program.sector)!]}
        thread={4}
        className={shared.band}
      />
      <div className={css.page}>
        <div className={css.head}>
          <h1 tabIndex={-1}>{recordPage.title}</h1>
          <p className={shared.lead}>{program.title}</p>
          <p className={`${shared.actions} row`}>
            {program.isShown && (
              <LinkButton href={paths.publicProgram(program)} variant="secondary">
                {recordPage.toProgram}
              </LinkButton>
            )}
            <LinkButton href={paths.records} variant="quiet">
              {recordPage.all}
            </LinkButton>
          </p>
        </div>
        {record ? (
          <>
            {newest && (
              <section className={css.section} aria-labelledby="chosen">
                <h2 id="chosen">{recordPage.selectedIn(newest.name)}</h2>
                <Chosen round={newest} />
              </section>
            )}
            <Funnel record={record} />
            <RegionSection record={record} />
            {record.rounds.map((round) => (
              <RoundSection key={round.id} round={round} isChosenAbove={round === newest} />
            ))}
            <CheckSection
              record={record}
              typed={typed}
              found={found}
              origin={origin}
              hasGrants={hasGrants}
            />
          </>
        ) : (
          <section className={css.section}>
            <h2>{recordPage.notBegun}</h2>
            <p>{recordPage.notBegunText}</p>
          </section>
        )}
      </div>
    </>
  );
}

type Step = { label: string; count: number };

const stepsOf = (round: RecordedRound): Step[] => [
  { label: recordPage.entered(round.name), count: round.entries },
  ...(round.released_at
    ? [{ label: recordPage.selected(round.name), count: round.selected.length }]
    : []),
];

/** How many were left after each step; the bar is as long as the number is large. */
function Funnel({ record: { received, rounds } }: { record: PublicRecord }) {
  const steps = [{ label: recordPage.received, count: received }, ...rounds.flatMap(stepsOf)];
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <section className={css.section} aria-labelledby="funnel">
      <h2 id="funnel">{recordPage.funnel}</h2>
      <ol className={css.funnel}>
        {steps.map(({ label, count }) => (
          <li key={label}>
            <b>{count.toLocaleString('en-GB')}</b> <span>{label}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(0.5, (count / most) * 100).toFixed(1)} height="1" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
}
