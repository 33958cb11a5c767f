import { useEffect, useRef, useState } from 'react';
import { totalOf } from '#domain/judging/score-rules.ts';
import type { Pack } from '#domain/judging/pitch-schema.ts';
import { paths } from '#app/paths.ts';
import type { PitchRecord } from '#app/storage/pitch-records.ts';
import { watchBarHeight } from '#app/ui/bar-height.ts';
import { Button } from '#app/ui/button.tsx';
import { joinFacts } from '#app/ui/join-facts.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { callUs, pitchLabels as labels, signInTo } from './labels.ts';
import { PitchFields } from './pitch-fields.tsx';
import { PitchList } from './pitch-list.tsx';
import css from './pitch.module.css';
import { countWaiting, type Shown } from './record.ts';
import { StateLine } from './state-line.tsx';
import { keep, type Hall } from './use-hall.ts';

type Props = { hall: Hall; record: PitchRecord; pack: Pack; pitches: readonly Shown[] };

/** One pitch at a time; the page never changes it by itself, and the wall is the clock. */
export function ScoringView({ hall, record, pack, pitches }: Props) {
  const { recordKey } = hall;
  const [isList, setList] = useState(false);
  const place = Math.max(
    pitches.findIndex(({ code }) => code === record.at),
    0,
  );
  const pitch = pitches[place];
  const first = pitch?.code;
  const isBegun = record.at !== null;
  useEffect(() => {
    if (!isBegun && first) keep(recordKey, { at: first });
  }, [isBegun, first, recordKey]);
  const go = (code: string | undefined) => {
    if (code) keep(recordKey, { at: code });
    setList(code === undefined);
  };
  const isOver = pack.round.state !== 'open';
  return (
    <>
      {hall.line === 'ended' && <Ended record={record} roundId={pack.round.id} />}
      {typeof hall.line === 'object' && <Notice tone="bad" title={hall.line.refused} />}
      {isOver && <Notice title={labels.closed} />}
      {isList || !pitch ? (
        <PitchList
          {...{ recordKey, record, pitches }}
          criteria={pack.round.criteria}
          onChoose={go}
          onClose={() => setList(false)}
        />
      ) : (
        <OnePitch
          key={pitch.code}
          {...{ recordKey, pack, pitch, pitches }}
          onGo={go}
          onList={() => setList(true)}
        />
      )}
      <div ref={watchBarHeight} className={`${css.bar} row`}>
        {!isList && pitch && (
          <>
            <Button
              variant="secondary"
              disabled={place === 0}
              onClick={() => go(pitches[place - 1]?.code)}
            >
              {labels.previous}
            </Button>
            <p className={css.total}>
              <span className="note">{labels.total}</span>{' '}
              <b>{describeTotal(pack, pitch) ?? '–'}</b>
            </p>
            <Button onClick={() => go(pitches[place + 1]?.code)}>{labels.next}</Button>
          </>
        )}
        <StateLine hall={hall} record={record} />
      </div>
    </>
  );
}

function describeTotal({ round }: Pack, { scores, mark }: Shown): string | null {
  const total = mark === 'tie' ? undefined : totalOf(round.criteria, scores);
  return total === undefined ? null : String(Math.round(total * 100) / 100);
}

function Ended({ record, roundId }: { record: PitchRecord; roundId: string }) {
  return (
    <Notice
      tone="warn"
      title={signInTo(countWaiting(record))}
      actions={
        <LinkButton variant="secondary" isSmall to={paths.loginThen(paths.pitch({ id: roundId }))}>
          {labels.signIn}
        </LinkButton>
      }
    >
      <p>{callUs}</p>
    </Notice>
  );
}

type OneProps = {
  recordKey: string;
  pack: Pack;
  pitch: Shown;
  pitches: readonly Shown[];
  onGo: (code: string) => void;
  onList: () => void;
};

function OnePitch({ recordKey, pack, pitch, pitches, onGo, onList }: OneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { order, code, business_name: name, applicant_name: applicant, region, sector } = pitch;
  const onStage = pitches.find(({ isOnStage }) => isOnStage);
  return (
    <>
      <div className={`${css.top} row`}>
        <p>{labels.place(order, pitches.length)}</p>
        <Button variant="quiet" isSmall onClick={onList}>
          {labels.all}
        </Button>
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      <p className="note">{joinFacts(code, applicant, region, sector)}</p>
      {onStage === pitch && <p className={css.stage}>{labels.onStage}</p>}
      {onStage && onStage !== pitch && (
        <Button variant="quiet" isSmall onClick={() => onGo(onStage.code)}>
          {labels.toStage(onStage.order, onStage.business_name)}
        </Button>
      )}
      <PitchFields recordKey={recordKey} round={pack.round} pitch={pitch} />
    </>
  );
}
