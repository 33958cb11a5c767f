import type { OpeningPreview } from '#domain/judging/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { useEntryNames } from '#app/features/rounds/desk/use-entries.ts';
import { usePanelNames } from '#app/features/rounds/desk/use-panel.ts';
import { openingLabels as labels } from './labels.ts';
import css from './round.module.css';

type Props = { round: Round; preview: OpeningPreview };

/** Loads, conflicts, what is short, who cannot read yet, and what is frozen. */
export function OpeningPlan({ round, preview }: Props) {
  const judgeName = usePanelNames(round.id);
  const entryName = useEntryNames(round.id);
  const { judges, not_accepted: absent } = preview;
  const { possible_conflicts: possible, confirmed_conflicts: confirmed } = preview;
  const isPitch = round.kind === 'pitch';
  const nameOf = (tie: Tie) => `${judgeName(tie.judge_id)}, ${entryName(tie.proposal_id)}`;
  return (
    <div className={css.preview}>
      {isPitch ? (
        <p>{labels.leadPitch(preview.entries, judges.length)}</p>
      ) : (
        <Reading preview={preview} nameOf={entryName} />
      )}
      {absent.length > 0 && (
        <section>
          <h3>{labels.notAccepted(absent.length)}</h3>
          <p>{labels.notAcceptedText}</p>
          <ul>
            {absent.map((id) => (
              <li key={id}>{judgeName(id)}</li>
            ))}
          </ul>
        </section>
      )}
      {possible.length > 0 && (
        <section>
          <h3>{labels.possible(possible.length)}</h3>
          <p>{labels.possibleText}</p>
          <Ties ties={possible} nameOf={nameOf} />
        </section>
      )}
      {confirmed.length > 0 && (
        <section>
          <h3>{labels.confirmed(confirmed.length)}</h3>
          <p>{labels.confirmedText}</p>
          <Ties ties={confirmed} nameOf={nameOf} />
        </section>
      )}
      {!isPitch && (
        <section>
          <h3>{labels.loads}</h3>
          <Loads judges={judges} nameOf={judgeName} />
        </section>
      )}
      {round.is_blind && round.shows_documents && (
        <Documents preview={preview} nameOf={entryName} />
      )}
      <section>
        <h3>{labels.frozen}</h3>
        <p>{isPitch ? labels.frozenPitchText : labels.frozenText}</p>
      </section>
    </div>
  );
}

type ReadingProps = { preview: OpeningPreview; nameOf: (proposalId: string) => string };

/** How many read how much, and what cannot be filled. */
const Reading = ({ preview: { entries, judges, short }, nameOf }: ReadingProps) => (
  <>
    <p>{labels.lead(entries, judges.length)}</p>
    {short.length === 0 && <p>{labels.allFilled}</p>}
    {short.length > 0 && (
      <section>
        <h3>{labels.short(short.length)}</h3>
        <ul>
          {short.map(({ proposal_id: id, missing, reason }) => (
            <li key={id}>
              <span>{nameOf(id)}</span> <small>{`${labels.missing(missing)}. ${reason}`}</small>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);

type DocumentsProps = { preview: OpeningPreview; nameOf: (proposalId: string) => string };

/** Whose documents judges do not see, or not yet. */
const Documents = ({ preview: { unclean, cleaning }, nameOf }: DocumentsProps) => (
  <>
    {unclean.length === 0 && cleaning === 0 && <p>{labels.allClean}</p>}
    {unclean.length > 0 && (
      <section>
        <h3>{labels.unclean(unclean.length)}</h3>
        <p>{labels.uncleanText}</p>
        <ul>
          {unclean.map((id) => (
            <li key={id}>{nameOf(id)}</li>
          ))}
        </ul>
      </section>
    )}
    {cleaning > 0 && (
      <section>
        <h3>{labels.cleaning(cleaning)}</h3>
        <p>{labels.cleaningText}</p>
      </section>
    )}
  </>
);

type Tie = OpeningPreview['possible_conflicts'][number];
type TiesProps = { ties: readonly Tie[]; nameOf: (tie: Tie) => string };

const Ties = ({ ties, nameOf }: TiesProps) => (
  <ul>
    {ties.map((tie) => (
      <li key={`${tie.judge_id} ${tie.proposal_id} ${tie.kind}`}>
        <span>{nameOf(tie)}</span> <small>{tie.reason}</small>
      </li>
    ))}
  </ul>
);

type LoadsProps = { judges: OpeningPreview['judges']; nameOf: (id: string) => string };

const Loads = ({ judges, nameOf }: LoadsProps) => (
  <table className={css.loads}>
    <thead>
      <tr>
        <th scope="col">{labels.judge}</th>
        <th scope="col">{labels.reviews}</th>
        <th scope="col">{labels.spared}</th>
        <th scope="col">{labels.conflicts}</th>
      </tr>
    </thead>
    <tbody>
      {judges.map(({ id, reviews, spared, conflicts }) => (
        <tr key={id}>
          <th scope="row">{nameOf(id)}</th>
          <td>{reviews}</td>
          <td>{spared}</td>
          <td>{conflicts}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
