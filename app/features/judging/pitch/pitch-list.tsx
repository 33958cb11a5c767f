import { useEffect, useRef, useState } from 'react';
import { foldText } from '#domain/fold-text.ts';
import type { Criterion } from '#domain/rounds/schema.ts';
import type { PitchRecord, Refused } from '#app/storage/pitch-records.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { joinFacts } from '#app/ui/join-facts.ts';
import { Notice } from '#app/ui/notice.tsx';
import { MARKS, pitchLabels as labels } from './labels.ts';
import css from './pitch.module.css';
import { countWaiting, type Shown } from './record.ts';
import { keep } from './use-hall.ts';

type Props = {
  recordKey: string;
  record: PitchRecord;
  pitches: readonly Shown[];
  criteria: readonly Criterion[];
  onChoose: (code: string) => void;
  onClose: () => void;
};

/** Every pitch, by number, code or name; above it whether all is scored and sent. */
export function PitchList({ recordKey, record, pitches, criteria, onChoose, onClose }: Props) {
  const [sought, setSought] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const found = pitches.filter((pitch) => isFound(pitch, sought.trim()));
  return (
    <>
      <div className={`${css.top} row`}>
        <h1 ref={heading} tabIndex={-1}>
          {labels.all}
        </h1>
        <Button variant="quiet" isSmall onClick={onClose}>
          {labels.toScoring}
        </Button>
      </div>
      <Summary record={record} pitches={pitches} />
      {record.refused.length > 0 && (
        <NotTaken {...{ recordKey, pitches, criteria }} refused={record.refused} />
      )}
      <label className={css.find}>
        <span>{labels.find}</span>
        <input
          type="search"
          value={sought}
          autoComplete="off"
          onChange={({ target }) => setSought(target.value)}
        />
      </label>
      {found.length === 0 && <p role="status">{labels.nothingFound}</p>}
      <ul className={css.list}>
        {found.map((pitch) => (
          <li key={pitch.code}>
            <button type="button" onClick={() => onChoose(pitch.code)}>
              <span>
                <b>{`${pitch.order}. ${pitch.business_name}`}</b>
                <span className="note">{describeOne(pitch)}</span>
              </span>
            </button>
            <Badge tone={toneOf(pitch)}>{MARKS[pitch.mark]}</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

const isLeft = ({ mark, state }: Shown): boolean =>
  state === 'in' && (mark === 'open' || mark === 'started');
const toneOf = (pitch: Shown) => {
  if (pitch.mark === 'scored') return 'good';
  return isLeft(pitch) ? 'wait' : 'plain';
};
const isTold = ({ mark }: Shown): boolean => mark === 'scored' || mark === 'not_heard';

/** "R7K2 · sent", "R7K2 · absent". */
const describeOne = ({ code, state, isWaiting, mark, isOnStage }: Shown): string =>
  joinFacts(
    code,
    isOnStage && labels.onStage.toLowerCase(),
    state !== 'in' && state,
    isWaiting ? 'not sent' : mark !== 'open' && mark !== 'tie' && 'sent',
  );

function isFound({ order, code, business_name: name }: Shown, sought: string): boolean {
  const folded = foldText(sought);
  return (
    !folded ||
    String(order) === sought ||
    [code, name].some((text) => foldText(text).includes(folded))
  );
}

function Summary({ record, pitches }: { record: PitchRecord; pitches: readonly Shown[] }) {
  const left = pitches.filter(isLeft).length;
  const waiting = countWaiting(record);
  const told = pitches.filter(isTold).length;
  return (
    <div className={css.summary}>
      {left > 0 && <p>{labels.left(left)}</p>}
      {waiting > 0 ? (
        <p>
          <b>{labels.notSentYet(waiting)}</b>
        </p>
      ) : (
        told > 0 && (
          <p>
            <b>{labels.allSent(told)}</b>
          </p>
        )
      )}
    </div>
  );
}

type NotTakenProps = Pick<Props, 'recordKey' | 'pitches' | 'criteria'> & {
  refused: readonly Refused[];
};

/** What the server does not take: to be copied, and then deleted. */
function NotTaken({ recordKey, pitches, criteria, refused }: NotTakenProps) {
  const [isCopied, setCopied] = useState(false);
  const lines = refused.map((one) => describeRefused(one, pitches, criteria));
  const copy = () =>
    navigator.clipboard.writeText(lines.join('\n')).then(
      () => setCopied(true),
      // The text can still be marked by hand.
      () => undefined,
    );
  return (
    <Notice
      tone="bad"
      title={labels.refusedTitle(refused.length)}
      actions={
        <>
          <Button variant="secondary" isSmall onClick={() => void copy()}>
            {isCopied ? labels.copied : labels.copy}
          </Button>
          <Button variant="quiet" isSmall onClick={() => keep(recordKey, { refused: [] })}>
            {labels.drop}
          </Button>
        </>
      }
    >
      <p>{labels.refusedText}</p>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** "R7K2 Volta Looms: Market 4. Already decided." */
function describeRefused(
  { review_id: id, scores = {}, strength, next_step, note, message }: Refused,
  pitches: readonly Shown[],
  criteria: readonly Criterion[],
): string {
  const pitch = pitches.find(({ review_id }) => review_id === id);
  const given = criteria.flatMap(({ id: criterion, name }) =>
    scores[criterion] ? [`${name} ${scores[criterion]}`] : [],
  );
  const said = [...given, strength, next_step, note].filter(Boolean).join(', ');
  return `${pitch ? `${pitch.code} ${pitch.business_name}` : id}: ${said}. ${message}`;
}
