import { formatShortDate } from '#domain/dates.ts';
import type { Result } from '#domain/judging/record-schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import {
  describeGrant,
  describeRank,
  describeReaders,
  resultLabels as labels,
} from './result-labels.ts';
import css from './result-view.module.css';

type Props = {
  proposal: Proposal;
  results: readonly Result[];
  /** Of whoever looks at it. */
  isOwn: boolean;
};

/** Own score and the line, each criterion beside the selected, and what the judges wrote. */
export default function ResultView({ proposal, results, isOwn }: Props) {
  return (
    <section aria-labelledby="results" className={css.results}>
      <h2 id="results">{labels.title}</h2>
      {results.map((result) => (
        <RoundResult key={result.round_id} result={result} isOwn={isOwn} />
      ))}
      <ul className={css.links}>
        <li>
          <a href={paths.record({ id: proposal.program.id })}>{labels.record}</a>
        </li>
        {proposal.receipt_number && (
          <li>
            <a href={paths.recordOf({ id: proposal.program.id }, proposal.receipt_number)}>
              {labels.check}
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The outcome of a round and the place in it, with a way to what the judges wrote. */
export function ResultInBrief({ result }: { result: Result }) {
  return (
    <>
      <p>
        <b>{labels[result.outcome === 'selected' ? 'selected' : 'notSelected']}</b>{' '}
        <span>{describeRank(result, true)}</span>
      </p>
      <p>
        <a href="#results">{labels.toComments}</a>
      </p>
    </>
  );
}

function RoundResult({ result, isOwn }: { result: Result; isOwn: boolean }) {
  const { round_name, released_at, outcome, reviews, key } = result;
  return (
    <>
      <h3>
        <span>{round_name}</span> <small>{formatShortDate(released_at)}</small>
      </h3>
      <p className={css.outcome}>{outcome === 'selected' ? labels.selected : labels.notSelected}</p>
      {result.selected_text && <p className="as-typed">{result.selected_text}</p>}
      {describeGrant(result) && <p>{describeGrant(result)}</p>}
      <p>{describeRank(result, isOwn)}</p>
      {result.reason && <p>{labels.reason(result.reason)}</p>}
      {result.by_lot && <p>{labels.byLot}</p>}
      <p className={css.soft}>{describeReaders(reviews)}</p>
      <Criteria result={result} />
      <Comments result={result} />
      <details className="fold">
        <summary>{labels.checkTitle}</summary>
        <p className={css.soft}>{labels.checkText}</p>
        <p className={css.key}>
          <code>{key}</code>
        </p>
      </details>
    </>
  );
}

const scoreOf = (score: number | null) => (score === null ? '–' : score.toFixed(1));

function Criteria({ result: { criteria } }: { result: Result }) {
  const isCompared = criteria.some(({ selected_average }) => selected_average !== null);
  return (
    <>
      <table className={css.criteria}>
        <thead>
          <tr>
            <th scope="col">{labels.criterion}</th>
            <th scope="col">{labels.mine}</th>
            {isCompared && <th scope="col">{labels.average}</th>}
          </tr>
        </thead>
        <tbody>
          {criteria.map(({ name, mine, selected_average }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{scoreOf(mine)}</td>
              {isCompared && <td>{scoreOf(selected_average)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css.soft}>
        <span>{labels.scale}</span> {!isCompared && <span>{labels.fewSelected}</span>}
      </p>
    </>
  );
}

function Comments({ result: { comments } }: { result: Result }) {
  const parts = [
    [labels.strengths, comments.map(({ strength }) => strength)],
    [labels.nextSteps, comments.map(({ next_step }) => next_step)],
  ] as const;
  if (comments.length === 0) return <p className={css.soft}>{labels.noComments}</p>;
  return parts.map(([title, texts]) => {
    const written = texts.filter((text) => text !== '');
    if (written.length === 0) return null;
    return (
      <div key={title}>
        <h4>{title}</h4>
        <ul className={css.comments}>
          {written.map((text, index) => (
            // Judges may write the same.
            <li key={`${index} ${text}`} className="as-typed">
              {text}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
