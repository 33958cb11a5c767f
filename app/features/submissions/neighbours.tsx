import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { paths } from '#app/paths.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { proposalPath, readFilters } from './filters.ts';
import css from './view-proposal.module.css';
import { describePlace, reviewLabels } from './review-labels.ts';
import { useNeighbours } from './use-submission.ts';

/** Back to the list as it was filtered, and on to the submission before and after in it. */
export function NeighbourLinks({ id }: { id: string }) {
  const [search] = useSearchParams();
  const filters = readFilters(search);
  const at = Number(search.get('at'));
  const { data } = useNeighbours(id, filters, Number.isSafeInteger(at) && at > 0 ? at : null);
  const step = (target: string | undefined, place: number, label: string) =>
    target && (
      <LinkButton to={proposalPath(target, filters, place)} variant="secondary" isSmall>
        {label}
      </LinkButton>
    );
  return (
    <nav className={css.neighbours} aria-label={reviewLabels.neighbours}>
      <LinkButton to={paths.submissions({ ...filters, ...pageOf(at) })} variant="quiet" isSmall>
        {reviewLabels.back}
      </LinkButton>
      {data && (
        <span className={css.steps}>
          {step(data.previous, data.place - 1, reviewLabels.previous)}
          {data.isListed && <span>{describePlace(data.place, data.total)}</span>}
          {step(data.next, data.place + (data.isListed ? 1 : 0), reviewLabels.next)}
        </span>
      )}
    </nav>
  );
}

function pageOf(at: number): Record<string, string> {
  const page = Math.ceil(at / PAGING.adminSubmissions);
  return page > 1 ? { page: String(page) } : {};
}
