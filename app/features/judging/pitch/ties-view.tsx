import { useState } from 'react';
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import { TIES } from '#app/features/judging/labels.ts';
import { Button } from '#app/ui/button.tsx';
import { joinFacts } from '#app/ui/join-facts.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { pitchLabels as labels } from './labels.ts';
import css from './pitch.module.css';
import type { Shown } from './record.ts';
import { keep, tell, type Hall } from './use-hall.ts';

export const isUndeclared = ({ review_id, isDeclared, mark, state }: Shown): boolean =>
  review_id !== null && !isDeclared && mark !== 'tie' && state !== 'withdrawn';

type Props = { hall: Hall; pitches: readonly Shown[] };

/** Asked once about all names, so that nobody has to answer it in the hall. */
export function TiesView({ hall: { recordKey }, pitches }: Props) {
  const [ties, setTies] = useState<Record<string, ConflictKind>>({});
  const asked = pitches.filter(isUndeclared);
  const choose = (id: string, kind: ConflictKind | undefined) =>
    setTies(({ [id]: _, ...others }) => (kind ? { ...others, [id]: kind } : others));
  const finish = () => {
    const ids = asked.map(({ review_id }) => review_id!);
    for (const [id, kind] of Object.entries(ties))
      tell(recordKey, [id], { has_conflict: true, kind });
    tell(
      recordKey,
      ids.filter((id) => !ties[id]),
      { has_conflict: false },
    );
    keep(recordKey, { at: pitches[0]!.code });
    window.scrollTo(0, 0);
  };
  return (
    <>
      <PageHeading title={labels.tiesTitle} lead={labels.tiesText} />
      <ul className={css.ties}>
        {asked.map((pitch) => (
          <Tie
            key={pitch.code}
            pitch={pitch}
            kind={ties[pitch.review_id!]}
            onChoose={(kind) => choose(pitch.review_id!, kind)}
          />
        ))}
      </ul>
      <div className={`${css.bar} row`}>
        <Button onClick={finish}>
          {Object.keys(ties).length > 0 ? labels.noneOfOthers : labels.noneOfThese}
        </Button>
      </div>
    </>
  );
}

type TieProps = {
  pitch: Shown;
  kind: ConflictKind | undefined;
  onChoose: (kind: ConflictKind | undefined) => void;
};

function Tie({ pitch, kind, onChoose }: TieProps) {
  const { order, code, business_name: name, applicant_name: applicant, region } = pitch;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={kind !== undefined}
          onChange={({ target }) => onChoose(target.checked ? 'other' : undefined)}
        />
        <span>
          <b>{name}</b>
          <span className="note">{joinFacts(String(order), code, applicant, region)}</span>
        </span>
      </label>
      {kind && (
        <select
          aria-label={`${labels.tieKind} ${name}`}
          value={kind}
          onChange={({ target }) => onChoose(target.value as ConflictKind)}
        >
          {TIES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
