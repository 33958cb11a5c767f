import { TARGETS } from '#domain/constants.ts';
import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import css from './admin-home.module.css';
import { adminHomeLabels, ofTarget } from './labels.ts';
import sharingCss from './sharing.module.css';

/** How far the firm has come, beside what it wants to reach. */
export function Targets({ summary }: { summary: ProposalSummary }) {
  const reached = REGIONS.filter((region) => summary.region[region] > 0).length;
  const rows = [
    [adminHomeLabels.applications, summary.total, TARGETS.applications],
    [adminHomeLabels.regions, reached, TARGETS.regions],
    [adminHomeLabels.businesses, summary.decision.approved, TARGETS.businesses],
  ] as const;
  return (
    <section aria-labelledby="targets" className={css.part}>
      <h2 id="targets">{adminHomeLabels.targets}</h2>
      <ul className={`${css.people} ${sharingCss.people}`}>
        {rows.map(([label, count, target]) => (
          <li key={label}>
            <b>{label}</b>
            <progress value={Math.min(count, target)} max={target} aria-label={label} />
            <data value={count}>{ofTarget(count, target)}</data>
          </li>
        ))}
      </ul>
    </section>
  );
}
