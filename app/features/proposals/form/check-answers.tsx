import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { describeMissing } from '#domain/drafts/rules.ts';
import {
  editableUntil,
  PROGRAM_RULES,
  describeLastEdit,
  isLastDay,
} from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { questionIdOf } from '#domain/questions/rules.ts';
import { serverNow } from '#app/api/server-clock.ts';
import type { FormValues } from '#app/storage/draft-store.ts';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Facts } from '#app/ui/facts.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { Notice } from '#app/ui/notice.tsx';
import { MissingSummary, withField } from '#app/ui/form-summary.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { Tick } from '#app/ui/tick.tsx';
import { describePages, documentLabels, proposalLabels } from '../labels.ts';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import type { AnswerText } from '#app/features/questions/read-steps.ts';
import {
  describeDocument,
  isReady,
  type Documents,
  type ShownDocument,
} from './read-submission.ts';
import { OpenDocument, OpenStoredDocument } from './open-document-link.tsx';
import css from './submit-form.module.css';
import { submitLabels } from './labels.ts';

/** Labels of the final check. */
export const checkLabels = {
  answers: 'Your answers',
  answersComplete: 'Your answers are complete.',
  asked: 'Questions from the program',
  change: 'Change',
  changeLater: 'What you can still change',
  changeLaterWhat: 'You can change your answers and replace both documents.',
  checkLead:
    'Review your answers. Your proposal isn’t submitted until you press “Submit proposal”.',
  documents: 'Your documents',
  mayFollow:
    'You can submit now. Your proposal counts only if all documents arrive by the time that we then show.',
  missing: 'Before you can submit',
  none: 'Not given',
  nothingMissing: 'Everything is complete.',
  /** Followed by what is not there yet. */
  back: 'Back',
  backTo: 'to the form',
  notSent: 'Not sent yet',
  notSentOffline:
    'You’re offline. We’ll send it as soon as you’re back online. Keep this page open; nothing is lost.',
  notSentSilent: 'No answer yet. We’ll keep trying, and your proposal is counted once.',
  ownerSubmits: (name: string) => `Everything is saved. ${name} owns this and submits it.`,
  stop: 'Stop',
} as const;

type Props = {
  program: Program;
  values: FormValues;
  documents: Documents;
  /** To the program's own questions. */
  asked: readonly AnswerText[];
  /** What is missing or wrong. */
  missing: FormProblem | null;
  isClosed: boolean;
  /** Focuses the field of this name. */
  onFix: (name: string) => void;
  /** Shown below the answers: how they are saved. */
  note: ReactNode;
  /** Stays visible at the lower edge of the screen. */
  children: ReactNode;
};

/** Everything that will be submitted, on one page. */
export function CheckAnswers({
  program,
  values,
  documents,
  asked,
  missing,
  isClosed,
  onFix,
  note,
  children,
}: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  // Before the first paint: nothing may move under a finger that is already on the screen.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, []);
  const answer = (name: string, of: string) => (
    <Changeable name={name} of={of} onFix={onFix}>
      {values[name] || checkLabels.none}
    </Changeable>
  );
  return (
    <section aria-labelledby="check" className={classNames(css.check, css.sheet)}>
      <div className={css.answers}>
        <h2 id="check" ref={ref} tabIndex={-1}>
          {submitLabels.check}
        </h2>
        {!isClosed && (
          <Missing missing={missing} asked={asked} documents={documents} onFix={onFix} />
        )}
        <p>{isClosed ? proposalLabels.keptText : checkLabels.checkLead}</p>
        <h3>{checkLabels.answers}</h3>
        <Facts
          facts={[
            [proposalLabels.program, program.title],
            [proposalLabels.businessName, answer('business_name', proposalLabels.businessName)],
            [proposalLabels.location, answer('business_location', proposalLabels.location)],
            [proposalLabels.sector, program.sector],
            [proposalLabels.website, answer('business_website', proposalLabels.website)],
          ]}
        />
        <h4>{proposalLabels.description}</h4>
        <Changeable name="business_description" of={proposalLabels.description} onFix={onFix}>
          <Description html={values['business_description'] ?? ''} />
        </Changeable>
        {asked.length > 0 && <Asked {...{ asked, onFix, documents }} programId={program.id} />}
        <h3>{checkLabels.documents}</h3>
        <Facts
          facts={DOCUMENT_KINDS.map((kind) => [
            documentLabels.kinds[kind],
            <Changeable key={kind} name={kind} of={documentLabels.kinds[kind]} onFix={onFix}>
              <Document programId={program.id} kind={kind} document={documents[kind]} />
            </Changeable>,
          ])}
        />
        {!isClosed && (
          <>
            <h3>{checkLabels.changeLater}</h3>
            <EditingNote deadline={new Date(program.extended_until ?? program.deadline_date)} />
          </>
        )}
        {note}
      </div>
      {children}
    </section>
  );
}

type ChangeableProps = Pick<Props, 'onFix'> & {
  name: string;
  /** What it is. */
  of: string;
  children: ReactNode;
};

/** An answer, and the way back to its field. */
const Changeable = ({ name, of, onFix, children }: ChangeableProps) => (
  <div className={css.changeable}>
    <div>{children}</div>
    <Button variant="quiet" isSmall onClick={() => onFix(name)}>
      <span>{checkLabels.change}</span> <VisuallyHidden>{of}</VisuallyHidden>
    </Button>
  </div>
);

type AskedProps = Pick<Props, 'asked' | 'onFix' | 'documents'> & { programId: string };

const Asked = ({ asked, onFix, documents, programId }: AskedProps) => (
  <>
    <h3>{checkLabels.asked}</h3>
    <Facts
      facts={asked.map(({ field, label, text }) => [
        label,
        <Changeable key={field} name={field} of={label} onFix={onFix}>
          {documents[questionIdOf(field)!] ? (
            <Document
              programId={programId}
              kind={questionIdOf(field)!}
              document={documents[questionIdOf(field)!]}
            />
          ) : (
            <PlainText>{text}</PlainText>
          )}
        </Changeable>,
      ])}
    />
  </>
);

type MissingProps = Pick<Props, 'missing' | 'asked' | 'documents' | 'onFix'>;

function Missing({ missing, asked, documents, onFix }: MissingProps) {
  // Forty questions miss the same: which one it is comes first.
  const describe = (name: string, sentence: string) =>
    withField(asked.find(({ field }) => field === name)?.label, sentence);
  if (!missing) return <Complete documents={documents} asked={asked} />;
  return (
    <MissingSummary
      title={checkLabels.missing}
      fields={Object.entries(missing.fields ?? {}).map(([name, sentence]) => [
        name,
        describe(name, sentence),
      ])}
      onFix={onFix}
    />
  );
}

/** Documents that are on their way do not keep anybody from submitting, but are not there yet. */
function Complete({ documents, asked }: Pick<Props, 'documents' | 'asked'>) {
  const words = Object.fromEntries(asked.map(({ field, label }) => [questionIdOf(field)!, label]));
  const coming = [...DOCUMENT_KINDS, ...Object.keys(words)].filter(
    (key) => documents[key] && !isReady(documents[key]),
  );
  if (coming.length === 0) return <Notice tone="good" title={checkLabels.nothingMissing} />;
  return (
    <Notice tone="warn" title={checkLabels.answersComplete}>
      <p>{`${describeMissing(coming, words)} ${checkLabels.mayFollow}`}</p>
    </Notice>
  );
}

/** As plain text: only HTML that the server has sanitised may be shown formatted. */
function Description({ html }: { html: string }) {
  const text = new DOMParser()
    .parseFromString(html.replaceAll(/<\/(p|h\d|li)>|<br ?\/?>/g, '$&\n'), 'text/html')
    .body.textContent.trim();
  return text ? <PlainText>{text}</PlainText> : <p>{checkLabels.none}</p>;
}

type DocumentProps = {
  programId: string;
  kind: string;
  document: ShownDocument | undefined;
};

function Document({ programId, kind, document }: DocumentProps) {
  if (!document) return checkLabels.none;
  const { name, file, stored } = document;
  return (
    <>
      <b className={css.name}>{name}</b> <span>{`(${describeSize(document)}).`}</span>
      <span className={css.checked}>
        {isReady(document) && <Tick />}
        <span>{describeDocument(document)}</span>
      </span>
      <span className={css.open}>
        {file && <OpenDocument file={file} />}
        {!file && stored?.state === 'ready' && (
          <OpenStoredDocument key={stored.sha256} programId={programId} kind={kind} name={name} />
        )}
      </span>
    </>
  );
}

const describeSize = ({ pages, size }: ShownDocument): string =>
  [pages && describePages(pages), formatBytes(size)].filter(Boolean).join(', ');

/** What can be changed after submitting, and until when. */
function EditingNote({ deadline }: { deadline: Date }) {
  const now = serverNow();
  if (isLastDay(deadline, now)) return <p>{PROGRAM_RULES.lastDay}</p>;
  return (
    <p>{`${editableUntil(describeLastEdit(deadline, now))} ${checkLabels.changeLaterWhat}`}</p>
  );
}
