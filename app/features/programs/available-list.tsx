import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { describeMissing } from '#domain/drafts/rules.ts';
import {
  extendedUntil,
  PROGRAM,
  asExtended,
  comingOpening,
  describeStanding,
} from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { programsPage } from '#content/programs.ts';
import { paths } from '#app/paths.ts';
import type { ProgramSection } from './order-programs.ts';
import { continueLabel, draftLabels, pathOf } from '#app/features/drafts/list/labels.ts';
import type { Standing } from '#app/features/drafts/list/use-drafts.ts';
import { SECTOR_PATTERNS } from '#app/brand/sector-patterns.ts';
import { readToken } from '#app/storage/local-storage.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { Bars, Placeholder } from '#app/ui/placeholder.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import css from './program-row.module.css';
import list from './available-list.module.css';
import { firstSentences } from '#app/ui/first-sentences.ts';

type DialogRequest = { dialog: 'login' | 'closed'; program: Program } | null;

type Props = {
  sections: readonly ProgramSection[];
  now: Date;
  standingOf: (programId: string) => Standing;
};

/** Programs within the portal, with Apply or the applicant's draft or proposal. */
export function AvailableList({ sections, now, standingOf }: Props) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<DialogRequest>(null);
  const apply = (program: Program) => {
    if (!program.is_open) return setAsking({ dialog: 'closed', program });
    if (!readToken()) return setAsking({ dialog: 'login', program });
    void navigate(paths.submitProposal({ programId: program.id }));
  };
  const close = () => setAsking(null);
  const logIn = () =>
    void navigate(paths.loginThen(paths.submitProposal({ programId: asking!.program.id })));
  return (
    <>
      {sections.map(({ kind, programs }) => (
        <section key={kind} className={list.section} aria-labelledby={kind}>
          <h2 id={kind}>{programsPage.sections[kind]}</h2>
          <ul className={list.list}>
            {programs.map((program) => {
              const Shown = kind === 'closed' ? ClosedRow : Row;
              return (
                <Shown
                  key={program.id}
                  program={program}
                  standing={standingOf(program.id)}
                  now={now}
                  onApply={() => apply(program)}
                />
              );
            })}
          </ul>
        </section>
      ))}
      <Dialog
        title={PROGRAM.loginRequiredTitle}
        isOpen={asking?.dialog === 'login'}
        onClose={close}
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              {programsPage.cancel}
            </Button>
            <Button onClick={logIn}>{programsPage.login}</Button>
          </>
        }
      >
        <p>{PROGRAM.loginRequired}</p>
      </Dialog>
      <Dialog
        title={PROGRAM.closedTitle}
        isOpen={asking?.dialog === 'closed'}
        onClose={close}
        actions={<Button onClick={close}>{programsPage.login}</Button>}
      >
        <p>{PROGRAM.closed}</p>
      </Dialog>
    </>
  );
}

type RowProps = { program: Program; standing: Standing; now: Date; onApply: () => void };

function Row({ program, standing, now, onApply }: RowProps) {
  const own = asExtended(program);
  const isComing = comingOpening(program, now) !== undefined;
  return (
    <li className={css.row}>
      <PatternBand
        pattern={SECTOR_PATTERNS[program.sector]}
        direction="down"
        thread={2}
        spans={[300, 220, 160, 160]}
        className={css.edge}
      />
      <div>
        <h3>{program.title}</h3>
        <p className={css.sector}>{program.sector}</p>
        <p className={css.summary}>{firstSentences(program.description)}</p>
        <StandingLine standing={standing} />
      </div>
      <div className={css.side}>
        <p className={css.deadline}>
          <b>{describeStanding(own, now)}</b>
          <span>
            {own.is_open && own.extended_until ? (
              extendedUntil(formatMoment(own.extended_until))
            ) : (
              <>
                <span>{programsPage.deadline}</span>{' '}
                <time dateTime={own.deadline_date}>{formatDate(own.deadline_date)}</time>
              </>
            )}
          </span>
        </p>
        <p className={`${css.actions} row`}>
          {!isComing && <Apply program={program} standing={standing} onApply={onApply} />}
          <ReadMore program={program} />
        </p>
      </div>
    </li>
  );
}

const ReadMore = ({ program: { id, title } }: Pick<RowProps, 'program'>) => (
  <LinkButton href={paths.publicProgram({ id })} variant="quiet" isSmall>
    {programsPage.readMore} <VisuallyHidden>{programsPage.readMoreOf(title)}</VisuallyHidden>
  </LinkButton>
);

/** In one line: its name, when it closed, and what this applicant has submitted. */
const ClosedRow = ({ program, standing, onApply }: RowProps) => (
  <li className={css.closed}>
    <div>
      <h3>{program.title}</h3>
      <StandingLine standing={standing} />
    </div>
    <p className="note">
      <span>{programsPage.closedOn}</span>{' '}
      <time dateTime={program.deadline_date}>{formatDate(program.deadline_date)}</time>
    </p>
    <p className="row">
      <ReadMore program={program} />
      <Apply program={program} standing={standing} onApply={onApply} />
    </p>
  </li>
);

/** In one line, what this applicant has begun or submitted here. */
function StandingLine({ standing: { draft, proposal } }: Pick<RowProps, 'standing'>) {
  if (draft) {
    const { missing } = draft;
    return (
      <p className={list.standing}>
        <Badge tone="wait">{draft.submitting ? draftLabels.waiting : draftLabels.draft}</Badge>{' '}
        <span>{missing.length > 0 ? describeMissing(missing) : draftLabels.complete}</span>
      </p>
    );
  }
  return proposal ? (
    <p className={list.standing}>
      <Badge tone="good">{draftLabels.applied}</Badge>{' '}
      <Link to={paths.ownProposal(proposal)}>{draftLabels.viewProposal}</Link>
    </p>
  ) : null;
}

/** Continues a draft; an applicant who has applied can still send a second proposal. */
function Apply({ program, standing: { draft }, onApply }: Omit<RowProps, 'now'>) {
  if (draft && (program.is_open || draft.submitting)) {
    const action = draft.submitting ? draftLabels.sendDocuments : draftLabels.continueDraft;
    return (
      <LinkButton
        to={pathOf(draft)}
        variant="secondary"
        isSmall
        aria-label={continueLabel(action, program.title)}
      >
        {action}
      </LinkButton>
    );
  }
  return (
    <Button
      variant={program.is_open ? 'secondary' : 'quiet'}
      isSmall
      onClick={onApply}
      aria-label={`${programsPage.apply}: ${program.title}`}
    >
      {programsPage.apply}
    </Button>
  );
}

const PLACES = [1, 2, 3];

/** Programs, before they are there. */
export const AvailableLoading = () => (
  <Placeholder label="Loading the programs">
    <ul className={`${list.list} bare`}>
      {PLACES.map((row) => (
        <li key={row} className={css.row}>
          <i className={`${css.edge} ${list.strip}`} />
          <div>
            <Bars kind="title" />
            <Bars kind="text" count={4} />
          </div>
          <div className={css.side}>
            <Bars kind="title" />
            <Bars kind="button" />
          </div>
        </li>
      ))}
    </ul>
  </Placeholder>
);
