import { describeApproval } from '#domain/testimonials/rules.ts';
import { Badge } from '#app/ui/badge.tsx';

/** Section 4: Published or Unpublished. */
export const PublicationBadge = ({ isApproved }: { isApproved: boolean }) => <Badge tone={isApproved ? 'good' : 'wait'}>{describeApproval(isApproved)}</Badge>;
