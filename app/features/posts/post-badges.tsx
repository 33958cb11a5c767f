import { formatShortDateTime } from '#domain/dates.ts';
import {
  CATEGORY_LABELS,
  describePlan,
  describePublication,
  type PostCategory,
} from '#domain/posts/rules.ts';
import { Badge } from '#app/ui/badge.tsx';
import css from './post-badges.module.css';

export const CategoryBadge = ({ category }: { category: PostCategory }) => (
  <Badge>{CATEGORY_LABELS[category]}</Badge>
);

type Publication = {
  isPublished: boolean;
  /** When it is planned for. */ publishAt?: string | null;
};

export const PublicationBadge = ({ isPublished, publishAt }: Publication) => (
  <span>
    <Badge tone={isPublished ? 'good' : 'wait'}>{describePublication(isPublished)}</Badge>
    {publishAt && (
      <span className={`${css.plan} note`}>
        <time dateTime={publishAt}>{describePlan(formatShortDateTime(publishAt))}</time>
      </span>
    )}
  </span>
);
