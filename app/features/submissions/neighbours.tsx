import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { paths } from '#app/paths.ts';
import { readPageSize } from '#app/lists/page-size.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { proposalPath, readFilters, readList } from './filters.ts';
import css from './view-proposal.module.css';
import { describePlace, reviewLabels } from './review-labels.ts';
import { useNeighbours } from './use-submission.ts';

/** Back to the list as it was filtered, and on to the submission before and after in it. */
export function NeighbourLinks({ id }: { id: string }) {
  const [search] = useSearchParams();
  const list = new URLSearchParams(search.get('list') ?? '');
  const at = Number(search.get('at'));
  const { data } = useNeighbours(
    id,
    readFilters(list),
    Number.isSafeInteger(at) && at > 0 ? at : null,
  );
  const step = (target: string | undefined, place: number, label: string) =>
    target && (
      <LinkButton to={proposalPath(target, readList(list), place)} variant="secondary" isSmall>
        {label}
      </LinkButton>
    );
  return (
    <nav className={css.neighbours} aria-label={reviewLabels.neighbours}>
      <LinkButton to={paths.submissions(pageOf(list, at))} variant="quiet" isSmall>
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

/** The list at the page on which the proposal stands now. */
function pageOf(list: URLSearchParams, at: number): Record<string, string> {
  const { page: _, ...rest } = Object.fromEntries(new URLSearchParams(readList(list)));
  const page = Math.ceil(at / readPageSize(list, PAGING.adminSubmissions));
  return page > 1 ? { ...rest, page: String(page) } : rest;
}
