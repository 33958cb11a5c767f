import { data } from 'react-router';
import { PROGRAM, comingOpening, describeDeadline } from '#domain/programs/rules.ts';
import { programsPage } from '#content/programs.ts';
import { recordPage } from '#content/record.ts';
import { eligibilityPage, questionsPage } from '#content/questions.ts';
import type { Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { ApplyDialogs } from '#app/features/programs/apply-dialogs.tsx';
import { ApplyLink } from '#app/features/programs/apply-link.tsx';
import { ProgramView } from '#app/features/programs/program-view.tsx';
import { firstSentences } from '#app/ui/first-sentences.ts';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { listRecords } from '#app/features/judging/record-calls.ts';
import { clientFor, transportFor } from '#app/render-context.ts';
import type { Refusal } from '#app/shell/describe-error.ts';
import shared from '#app/shell/public/public-page.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import type { Route } from './+types/program';
import css from './program.module.css';

export const handle: PageHandle = {
  subject: { kind: 'program', param: 'id', absentAt: paths.publicProgram({ id: '-' }) },
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { id, title, description, sector } = loaderData.program;
  return describePage(
    {
      path: paths.publicProgram({ id }),
      title,
      description: firstSentences(description) || `${title}: ${sector}`,
    },
    matches,
  );
};

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const client = clientFor(context, request);
  const program = await client
    .getProgram(params.id, { fallback: PROGRAM.notFound })
    .catch((error: { status?: number }) => {
      throw error.status === 404
        ? data<Refusal>({ sentence: PROGRAM.notFound }, { status: 404 })
        : error;
    });
  const open = await client.listPrograms({
    open: true,
    sort: 'deadline_date',
    limit: OTHERS + 1,
  });
  const others = open.items.filter(({ id }) => id !== program.id).slice(0, OTHERS);
  const records = await listRecords(transportFor(context, request));
  const isJudged = records.some(({ program_id }) => program_id === program.id);
  return { program, others, isJudged, now: new Date() };
}

/** Other programs that a page links to. */
const OTHERS = 3;

/** Of a program that asks questions of its own: what they are, and who can apply. */
function Questions({ program: { id, questions = [] } }: { program: Program }) {
  if (questions.length === 0) return null;
  const isDeciding = questions.some(({ eligible }) => eligible !== null);
  return (
    <ul className="links">
      {isDeciding && (
        <li>
          <a href={paths.eligibility({ id })}>{eligibilityPage.link}</a>
        </li>
      )}
      <li>
        <a href={paths.programQuestions({ id })}>{questionsPage.link}</a>
      </li>
    </ul>
  );
}

export default function ProgramDetail({
  loaderData: { program, others, isJudged, now },
}: Route.ComponentProps) {
  const opening = comingOpening(program, now);
  return (
    <ProgramView
      id={program.id}
      title={program.title}
      sector={program.sector}
      deadline={new Date(program.deadline_date)}
      isOpen={program.is_open || opening !== undefined}
      opening={opening}
      now={now}
      amount={program.amount_text}
      decisionBy={program.decision_by}
      actions={
        <>
          {!opening && <ApplyLink program={program} label={programsPage.applyNow} isPersonal />}
          {isJudged && (
            <LinkButton href={paths.record(program)} variant="secondary">
              {recordPage.title}
            </LinkButton>
          )}
          <LinkButton href={paths.publicPrograms} variant="secondary">
            {programsPage.back}
          </LinkButton>
        </>
      }
      links={<Questions program={program} />}
      notice={
        !program.is_open &&
        !opening && (
          <Notice id="closed" tone="bad" title={PROGRAM.closedTitle}>
            <p>{PROGRAM.closed}</p>
          </Notice>
        )
      }
      text={<RichText html={program.description} />}
    >
      {others.length > 0 && (
        <section className={css.others}>
          <h2>{program.is_open ? programsPage.others : programsPage.openNow}</h2>
          <ul className={`${shared.cols} ${shared.three}`}>
            {others.map((other) => (
              <li key={other.id} data-mine={other.id}>
                <PatternBand
                  pattern={SECTOR_PATTERNS[other.sector]}
                  thread={2}
                  spans={[324, 220, 370, 420]}
                />
                <h3>
                  <a className="cover" href={paths.publicProgram(other)}>
                    {other.title}
                  </a>
                </h3>
                <p>
                  {other.sector}
                  <br />
                  {other.amount_text && (
                    <>
                      <span>{other.amount_text}</span>
                      <br />
                    </>
                  )}
                  <b data-left="">{describeDeadline(new Date(other.deadline_date), now)}</b>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ApplyDialogs />
    </ProgramView>
  );
}
