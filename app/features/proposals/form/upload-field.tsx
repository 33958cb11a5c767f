import type { ComponentProps } from 'react';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { Button } from '#app/ui/button.tsx';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { Progress } from '#app/uploads/progress.tsx';
import type { DocumentState } from '#app/uploads/document-upload.ts';
import { RetryText } from '#app/uploads/retry-text.tsx';
import { documentLabels } from '../document-labels.ts';
import { proposalLabels } from '../labels.ts';
import { DocumentField, type PickedDocument } from './document-field.tsx';
import type { ShownDocument } from './read-submission.ts';
import css from './upload-field.module.css';
import { describeHalf, describeTimeLeft, submitLabels } from './submit-labels.ts';

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
  const { kind, document, isEarly, isFrozen, onPick, onStop, onRetry } = props;
  const refusal = document?.file && document.refusal;
  const isStopped = isEarly && document?.file && !document.state && !refusal;
  return (
    <div className={css.document}>
      <DocumentField
        kind={kind}
        hint={props.hint}
        error={refusal}
        check={props.check}
        onPick={onPick}
      />
      <div className={css.state}>
        {document?.stored && (
          <Stored document={document.stored} isElsewhere={document.isElsewhere === true} />
        )}
        {isStopped && <Again onRetry={onRetry} />}
        {document?.state && (
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
      </div>
    </div>
  );
}

type StoredProps = { document: NonNullable<ShownDocument['stored']>; isElsewhere: boolean };

/** The draft's document from before, or from another device. */
function Stored({ document, isElsewhere }: StoredProps) {
  const { name, size } = document;
  return (
    <p className={css.stored}>
      {proposalLabels.current}: <b>{name}</b>{' '}
      <span>{`(${formatBytes(size)}). ${describeStored(document, isElsewhere)}`}</span>
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
  if (state.phase === 'ready') return <p role="status">{`${submitLabels.ready}: ${name}`}</p>;
  if (state.phase === 'checking') return <p role="status">{submitLabels.checking}.</p>;
  if (state.phase === 'refused') return state.isFinal ? null : <Again onRetry={onRetry} />;
  return (
    <div role="group" aria-label={`Sending: ${label}`}>
      <Progress label={name} loaded={state.sent} total={size} />
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
      <p className={css.buttons}>
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
