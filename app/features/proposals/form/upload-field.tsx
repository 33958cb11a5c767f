import type { ComponentProps } from 'react';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { Button } from '#app/ui/button.tsx';
import { Tick } from '#app/ui/tick.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { Progress } from '#app/uploads/progress.tsx';
import type { DocumentState } from '#app/uploads/document-upload.ts';
import { RetryText } from '#app/uploads/retry-text.tsx';
import { documentLabels, proposalLabels } from '../labels.ts';
import { DocumentField, type PickedDocument } from './document-field.tsx';
import type { ShownDocument } from './read-submission.ts';
import css from './document-field.module.css';
import { describeHalf, describeTimeLeft, submitLabels } from './labels.ts';

type Props = {
  kind: DocumentKind;
  document: ShownDocument | undefined;
  /** Whether a file is uploaded as soon as it is chosen. */
  isEarly: boolean;
  /** The answers have been submitted. */
  isFrozen?: boolean | undefined;
  /** What belongs here. */
  hint: string;
  check?: ComponentProps<typeof DocumentField>['check'];
  onPick: (picked: PickedDocument | null) => void;
  onStop: () => void;
  onRetry: () => void;
};

/** One document of a draft, with the current state of its upload. */
export function UploadField(props: Props) {
  const { kind, document, onPick } = props;
  const refusal = document?.file && document.refusal;
  return (
    <div className={css.document}>
      <DocumentField
        kind={kind}
        hint={props.hint}
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
function Status({ document, kind, isEarly, isFrozen, onStop, onRetry }: StatusProps) {
  return (
    <>
      {document.stored && (
        <Stored document={document.stored} isElsewhere={document.isElsewhere === true} />
      )}
      {isStopped(isEarly, document) && <Again onRetry={onRetry} />}
      {document.state && (
        <Sending
          name={document.name}
          size={document.size}
          state={document.state}
          isFrozen={isFrozen}
          onStop={onStop}
          onRetry={onRetry}
          label={documentLabels.kinds[kind]}
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

const Again = ({ onRetry }: Pick<Props, 'onRetry'>) => (
  <Button variant="secondary" isSmall onClick={onRetry}>
    {submitLabels.sendAgain}
  </Button>
);
