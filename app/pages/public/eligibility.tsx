import { data } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import { opensOn, comingOpening } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { programsPage } from '#content/programs.ts';
import { eligibilityPage, questionsPage } from '#content/questions.ts';
import { ApplyDialogs } from '#app/features/programs/apply-dialogs.tsx';
import { ApplyLink } from '#app/features/programs/apply-link.tsx';
import {
  CHECK,
  checkEligibility,
  type Eligibility,
} from '#app/features/questions/check-eligibility.ts';
import { EligibilityFields } from '#app/features/questions/eligibility-fields.tsx';
import { readAsking } from '#app/features/questions/read-asking.ts';
import { paths } from '#app/paths.ts';
import { describePage } from '#app/seo/describe-page.ts';
import type { PageHandle } from '#app/page-handle.ts';
import type { Refusal } from '#app/shell/describe-error.ts';
import shared from '#app/shell/public/public-page.module.css';
import { Button } from '#app/ui/button.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { FormSummary } from '#app/ui/form-summary.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/eligibility';

/** What it says depends on the answers in its address, and is kept nowhere. */
export const handle: PageHandle = { isLive: true };

const TITLES: Record<Eligibility['outcome'], string> = {
  asked: eligibilityPage.title,
  wrong: eligibilityPage.title,
  yes: eligibilityPage.yesTitle,
  no: eligibilityPage.noTitle,
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { program, eligibility } = loaderData;
  const { title } = program;
  const isAsked = eligibility.outcome === 'asked';
  const page = {
    path: paths.eligibility(program),
    title: isAsked ? eligibilityPage.titleOf(title) : `${TITLES[eligibility.outcome]}: ${title}`,
    description: eligibilityPage.describe(title),
  };
  return [
    ...describePage(page, matches),
    ...(isAsked ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
};

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const found = await readAsking(context, request, params.id);
  const deciding = found?.questions.filter(({ eligible }) => eligible !== null) ?? [];
  if (!found || deciding.length === 0)
    throw data<Refusal>({ sentence: questionsPage.nothing }, { status: 404 });
  const eligibility = checkEligibility(deciding, new URL(request.url).searchParams);
  return data(
    { program: found.program, deciding, eligibility, now: new Date() },
    { status: eligibility.outcome === 'wrong' ? 422 : 200 },
  );
}

/** …/programs/{id}/can-you-apply: asks what decides who can apply, without log-in or script. */
export default function CanYouApply({
  loaderData: { program, deciding, eligibility, now },
}: Route.ComponentProps) {
  const { outcome, problem, typed } = eligibility;
  return (
    <div className={shared.page}>
      <div className={shared.head}>
        <h1 tabIndex={-1}>{eligibilityPage.title}</h1>
        <p className={shared.lead}>{program.title}</p>
      </div>
      {outcome !== 'asked' && (
        <div
          tabIndex={-1}
          autoFocus
          role="group"
          aria-label={eligibilityPage.answer}
          data-mine={program.id}
        >
          {problem ? (
            <FormSummary problem={problem} />
          ) : (
            <Outcome program={program} eligibility={eligibility} now={now} />
          )}
        </div>
      )}
      <p>
        {eligibilityPage.lead} {eligibilityPage.kept}
      </p>
      <form
        action={paths.eligibility(program)}
        noValidate
        data-public-form={eligibilityPage.failed}
        data-asks={CHECK}
      >
        <FormContext value={{ errors: problem?.fields ?? {} }}>
          <EligibilityFields deciding={deciding} typed={typed} />
        </FormContext>
        <p className={`${shared.actions} row`}>
          <Button type="submit" name={CHECK} value="1">
            {eligibilityPage.check}
          </Button>
          <LinkButton href={paths.publicProgram(program)} variant="secondary">
            {questionsPage.back}
          </LinkButton>
        </p>
      </form>
      <ApplyDialogs />
    </div>
  );
}

type Props = { program: Program; eligibility: Eligibility; now: Date };

/** A yes with the way to apply, or a no with its reasons and other programs. */
function Outcome({ program, eligibility: { outcome, reasons }, now }: Props) {
  const others = (
    <LinkButton href={paths.publicPrograms} variant="secondary">
      {eligibilityPage.others}
    </LinkButton>
  );
  if (outcome === 'no')
    return (
      <Notice id="answer" tone="bad" title={eligibilityPage.noTitle} actions={others}>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <p>{eligibilityPage.noText}</p>
      </Notice>
    );
  if (outcome !== 'yes') return null;
  return (
    <Notice
      id="answer"
      tone="good"
      title={eligibilityPage.yesTitle}
      actions={
        <>
          {!comingOpening(program, now) && (
            <ApplyLink program={program} label={programsPage.applyNow} isPersonal />
          )}
          {!program.is_open && others}
        </>
      }
    >
      <Standing program={program} now={now} />
    </Notice>
  );
}

/** A script takes the sentence of the closed program away from who has more time. */
function Standing({ program, now }: Omit<Props, 'eligibility'>) {
  const opening = comingOpening(program, now);
  if (opening)
    return (
      <p>
        {eligibilityPage.yesSoon} {opensOn(formatDateTime(opening))}.
      </p>
    );
  if (program.is_open) return <p>{eligibilityPage.yesText}</p>;
  return <p id="closed">{eligibilityPage.yesClosed}</p>;
}
