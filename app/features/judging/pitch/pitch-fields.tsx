import { useEffect, useId, useRef, useState } from 'react';
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import type { Pack } from '#domain/judging/pitch-schema.ts';
import type { Criterion } from '#domain/rounds/schema.ts';
import { TIES } from '#app/features/judging/labels.ts';
import type { Said } from '#app/storage/pitch-records.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { SelectField, TextAreaField } from '#app/ui/text-field.tsx';
import { pitchLabels as labels } from './labels.ts';
import css from './pitch.module.css';
import type { Shown } from './record.ts';
import { isUndeclared } from './ties-view.tsx';
import { tell } from './use-hall.ts';

type Props = { recordKey: string; round: Pack['round']; pitch: Shown };

/** What a judge says of one pitch. */
export function PitchFields({ recordKey, round, pitch }: Props) {
  const { review_id: id, mark, state } = pitch;
  const [isAsking, setAsking] = useState(false);
  const [isMeant, setMeant] = useState(readMeanings);
  if (id === null || mark === 'tie') return <Notice title={labels.notJudging} />;
  const say = (said: Said) => tell(recordKey, [id], said);
  const dialog = isAsking && (
    <TieDialog pitch={pitch} onClose={() => setAsking(false)} onTie={say} />
  );
  if (isUndeclared(pitch))
    return (
      <>
        <Notice
          title={labels.tieQuestion}
          actions={
            <>
              <Button variant="secondary" onClick={() => say({ has_conflict: false })}>
                {labels.noTie}
              </Button>
              <Button variant="secondary" onClick={() => setAsking(true)}>
                {labels.tie}
              </Button>
            </>
          }
        />
        {dialog}
      </>
    );
  const isUnheard = mark === 'not_heard';
  return (
    <>
      {state !== 'in' && <Notice title={state === 'absent' ? labels.absent : labels.withdrawn} />}
      {isUnheard && (
        <Notice
          title={labels.notHeardTitle}
          actions={
            <Button variant="secondary" isSmall onClick={() => say({ not_heard: false })}>
              {labels.heard}
            </Button>
          }
        >
          <p>{labels.notHeardText}</p>
        </Notice>
      )}
      <label className={css.meanings}>
        <input
          type="checkbox"
          checked={isMeant}
          onChange={({ target }) => setMeant(keepMeanings(target.checked))}
        />
        <span>{labels.meanings}</span>
      </label>
      {round.criteria.map((criterion) => (
        <Scores
          key={criterion.id}
          criterion={criterion}
          score={isUnheard ? undefined : pitch.scores[criterion.id]}
          isMeant={isMeant}
          onScore={(score) => say({ scores: { [criterion.id]: score } })}
        />
      ))}
      <Comments round={round} pitch={pitch} onSay={say} />
      <div className="row">
        {!isUnheard && (
          <Button variant="quiet" isSmall onClick={() => say({ not_heard: true })}>
            {labels.notHeard}
          </Button>
        )}
        <Button variant="quiet" isSmall onClick={() => setAsking(true)}>
          {labels.hasTie}
        </Button>
      </div>
      {dialog}
    </>
  );
}

/** From one pitch to the next, as long as the page is open. */
let areMeanings = false;
const readMeanings = () => areMeanings;
const keepMeanings = (is: boolean) => (areMeanings = is);

type ScoresProps = {
  criterion: Criterion;
  score: number | undefined;
  isMeant: boolean;
  onScore: (score: number) => void;
};

/** Five buttons; below them what the chosen one means, or what each one means. */
function Scores({ criterion, score, isMeant, onScore }: ScoresProps) {
  const { name, question, anchors } = criterion;
  const id = useId();
  return (
    <fieldset className={css.criterion}>
      <legend>{name}</legend>
      {question && <p className="note">{question}</p>}
      <div className={css.scores} data-meant={isMeant ? '' : undefined}>
        {anchors.map((anchor, index) => (
          <label key={index}>
            <input
              type="radio"
              name={id}
              checked={score === index + 1}
              aria-label={labels.score(index + 1, anchor)}
              onChange={() => onScore(index + 1)}
            />
            <b aria-hidden="true">{index + 1}</b>
            {isMeant && <span aria-hidden="true">{anchor}</span>}
          </label>
        ))}
      </div>
      {!isMeant && (
        <p className={css.anchor} aria-hidden="true">
          {score === undefined ? `1: ${anchors[0]} · 5: ${anchors[4]}` : anchors[score - 1]}
        </p>
      )}
    </fieldset>
  );
}

/** Milliseconds of typing that an empty battery may cost. */
const WRITE_AFTER_MS = 400;

/** Typed texts are written a moment later, and at once when the pitch or the page is left. */
function useTyping(onSay: (said: Said) => void) {
  const waiting = useRef<Said>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useRef(onSay);
  useEffect(() => {
    say.current = onSay;
  });
  const [flush] = useState(() => () => {
    clearTimeout(timer.current);
    for (const [name, text] of Object.entries(waiting.current)) say.current({ [name]: text });
    waiting.current = {};
  });
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);
  return (said: Said) => {
    clearTimeout(timer.current);
    Object.assign(waiting.current, said);
    timer.current = setTimeout(flush, WRITE_AFTER_MS);
  };
}

type CommentsProps = { round: Pack['round']; pitch: Shown; onSay: (said: Said) => void };

function Comments({ round, pitch, onSay }: CommentsProps) {
  const type = useTyping(onSay);
  const { texts, has_texts: hasTexts } = pitch;
  const isNeeded = round.comments === 'required';
  const area = (
    name: 'strength' | 'next_step' | 'note',
    label: string,
    hint: string,
    maxLength: number,
  ) => (
    <TextAreaField
      {...{ name, label, hint, maxLength }}
      rows={2}
      isOptional={!isNeeded || name === 'note'}
      defaultValue={texts[name]}
      onChange={({ target }) => type({ [name]: target.value })}
    />
  );
  return (
    <details className="fold">
      <summary>{isNeeded ? labels.commentsNeeded : labels.comments}</summary>
      {hasTexts && Object.keys(texts).length === 0 && <p className="note">{labels.hasTexts}</p>}
      {area('strength', labels.strength, labels.commentHint, JUDGING.comment)}
      {area('next_step', labels.nextStep, labels.commentHint, JUDGING.comment)}
      {area('note', labels.note, labels.noteHint, JUDGING.note)}
    </details>
  );
}

type TieProps = { pitch: Shown; onClose: () => void; onTie: (said: Said) => void };

function TieDialog({ pitch, onClose, onTie }: TieProps) {
  const form = useRef<HTMLFormElement>(null);
  const confirm = () => {
    const data = new FormData(form.current!);
    onTie({
      has_conflict: true,
      kind: data.get('kind') as ConflictKind,
      reason: String(data.get('reason')),
    });
    onClose();
  };
  return (
    <Dialog
      title={labels.tieTitle(pitch.business_name)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {labels.tieConfirm}
          </Button>
        </>
      }
    >
      <p>{labels.tieText}</p>
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <SelectField label={labels.tieKind} name="kind" options={TIES} />
        <TextAreaField
          label={labels.tieWords}
          name="reason"
          rows={2}
          maxLength={2_000}
          isOptional
        />
      </form>
    </Dialog>
  );
}
