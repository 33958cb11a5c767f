import type { ComponentProps } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Tick } from '#app/ui/tick.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { Progress } from '#app/uploads/progress.tsx';
import type { DocumentState } from '#app/uploads/document-upload.ts';
import { RetryText } from '#app/uploads/retry-text.tsx';
import { proposalLabels } from '../labels.ts';
import { DocumentField, type PickedDocument } from './document-field.tsx';
import type { ShownDocument } from './read-submission.ts';
import css from './document-field.module.css';
import { describeHalf, describeTimeLeft, submitLabels } from './labels.ts';

type Props = {
  label: string;
  name: string;
  isOptional?: boolean | undefined;
  document: ShownDocument | undefined;
  /** Whether a file is uploaded as soon as it is chosen. */
  isEarly: boolean;
  /** The answers have been submitted. */
  isFrozen?: boolean | undefined;
  /** What belongs here. */
  hint: string;
  check?: ComponentProps<typeof DocumentField>['check'];
  pictures?: ComponentProps<typeof DocumentField>['pictures'];
  /** Takes out what the draft has, if it may be without. */
  onTakeOut?: (() => void) | undefined;
  onPick: (picked: PickedDocument | null) => void;
  onStop: () => void;
  onRetry: () => void;
};

/** One document of a draft, with the current state of its upload. */
export function UploadField(props: Props) {
  const { label, name, document, onPick } = props;
  const refusal = document?.file && document.refusal;
  return (
    <div className={css.document}>
      <DocumentField
        label={label}
        name={name}
        isOptional={props.isOptional}
        hint={props.hint}
        pictures={props.pictures}
        error={refusal}
        check={props.check}
        onPick={onPick}
        status={document && hasStatus(props, document) && <Status {...props} document={document} />}
      />
    </div>
  );
}

type StatusProps = Props & { document: ShownDocument };

/** A file that could be uploaded by now, but was stopped. */
const isStopped = (isEarly: boolean, { file, state, refusal }: ShownDocument): boolean =>
  isEarly && file !== undefined && !state && !refusal;

const hasStatus = (props: Props, document: ShownDocument): boolean =>
  Boolean(document.stored ?? document.state) || isStopped(props.isEarly, document);

/** In the row of the file: what was stored before, and what becomes of it now. */
function Status({ document, label, isEarly, isFrozen, onStop, onRetry, onTakeOut }: StatusProps) {
  return (
    <>
      {document.stored && (
        <Stored document={document.stored} isElsewhere={document.isElsewhere === true} />
      )}
      {document.stored && onTakeOut && (
        <Button
          variant="quiet"
          isSmall
          onClick={onTakeOut}
          aria-label={`${submitLabels.takeOut}: ${document.name}`}
        >
          {submitLabels.takeOut}
        </Button>
      )}
      {isStopped(isEarly, document) && (
        <Again isHeld={document.isHeld === true} onRetry={onRetry} />
      )}
      {document.state && (
        <Sending
          name={document.name}
          size={document.size}
          state={document.state}
          isFrozen={isFrozen}
          onStop={onStop}
          onRetry={onRetry}
          label={label}
        />
      )}
    </>
  );
}

type StoredProps = { document: NonNullable<ShownDocument['stored']>; isElsewhere: boolean };

/** The draft's document from before, or from another device. */
function Stored({ document, isElsewhere }: StoredProps) {
  const { name, size } = document;
  return (
    <p className={css.stored}>
      {document.state === 'ready' && <Tick />}
      <span>
        {proposalLabels.current}: <b>{name}</b>{' '}
        <span>{`(${formatBytes(size)}). ${describeStored(document, isElsewhere)}`}</span>
      </span>
    </p>
  );
}

function describeStored(
  { state, message, received, size }: StoredProps['document'],
  isElsewhere: boolean,
) {
  if (state === 'uploading')
    return `${describeHalf(received, size)} ${isElsewhere ? submitLabels.beginAgain : submitLabels.goOnWithSame}`;
  return state === 'refused' ? message : `${submitLabels[state]}.`;
}

type SendingProps = {
  name: string;
  size: number;
  label: string;
  state: DocumentState;
  isFrozen: boolean | undefined;
  onStop: () => void;
  onRetry: () => void;
};

function Sending({ name, size, label, state, isFrozen, onStop, onRetry }: SendingProps) {
  if (state.phase === 'ready')
    return (
      <p role="status" className={css.ready}>
        <Tick />
        <span>
          <span>{submitLabels.ready}</span>
          <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
        </span>
      </p>
    );
  if (state.phase === 'checking') return <p role="status">{submitLabels.checking}.</p>;
  if (state.phase === 'refused') return state.isFinal ? null : <Again onRetry={onRetry} />;
  return (
    <div role="group" aria-label={`Sending: ${label}`}>
      <Progress label={name} loaded={state.sent} total={size} isInRow />
      {state.phase === 'waiting' ? (
        <p role="status">
          <b>{submitLabels.pause}.</b> {submitLabels.goesOn} <RetryText until={state.until} />
        </p>
      ) : (
        <p>
          {[
            state.secondsLeft !== null && `${describeTimeLeft(state.secondsLeft)}.`,
            submitLabels.keepOpen,
            !isFrozen && submitLabels.goOnTyping,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      <p className={`${css.buttons} row`}>
        {state.phase === 'waiting' && (
          <Button isSmall onClick={state.retryNow}>
            {submitLabels.retryNow}
          </Button>
        )}
        <Button
          variant="secondary"
          isSmall
          onClick={onStop}
          aria-label={`${submitLabels.stopSending}: ${name}`}
        >
          {submitLabels.stopSending}
        </Button>
      </p>
    </div>
  );
}

const Again = ({ isHeld = false, onRetry }: Pick<Props, 'onRetry'> & { isHeld?: boolean }) => (
  <Button variant={isHeld ? 'primary' : 'secondary'} isSmall onClick={onRetry}>
    {isHeld ? submitLabels.sendMade : submitLabels.sendAgain}
  </Button>
);
