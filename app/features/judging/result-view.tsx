import { formatShortDate } from '#domain/dates.ts';
import type { Result } from '#domain/judging/record-schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { paths } from '#app/paths.ts';
import { describeRank, describeReaders, resultLabels as labels } from './result-labels.ts';
import css from './result-view.module.css';

type Props = { proposal: Proposal; results: readonly Result[] };

/** Own score and the line, each criterion beside the selected, and what the judges wrote. */
export default function ResultView({ proposal, results }: Props) {
  return (
    <section aria-labelledby="results" className={css.results}>
      <h2 id="results">{labels.title}</h2>
      {results.map((result) => (
        <RoundResult key={result.round_id} result={result} />
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

function RoundResult({ result }: { result: Result }) {
  const { round_name, released_at, outcome, reviews, line, key } = result;
  return (
    <>
      <h3>
        <span>{round_name}</span> <small>{formatShortDate(released_at)}</small>
      </h3>
      <p className={css.outcome}>{outcome === 'selected' ? labels.selected : labels.notSelected}</p>
      <p>{describeRank(result)}</p>
      <p className={css.soft}>
        <span>{describeReaders(reviews)}</span> {line !== null && <span>{labels.lineText}</span>}
      </p>
      <Criteria result={result} />
      <Comments result={result} />
      <p className={css.soft}>{labels.checkText}</p>
      <p className={css.key}>
        <code>{key}</code>
      </p>
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
