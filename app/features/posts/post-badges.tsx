import { CATEGORY_LABELS, describePublication, type PostCategory } from '#domain/posts/rules.ts';
import { Badge } from '#app/ui/badge.tsx';

export const CategoryBadge = ({ category }: { category: PostCategory }) => (
  <Badge>{CATEGORY_LABELS[category]}</Badge>
);

export const PublicationBadge = ({ isPublished }: { isPublished: boolean }) => (
  <Badge tone={isPublished ? 'good' : 'wait'}>{describePublication(isPublished)}</Badge>
);
