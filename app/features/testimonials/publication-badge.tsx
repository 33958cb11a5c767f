import { describeApproval } from '#domain/testimonials/rules.ts';
import { Badge } from '#app/ui/badge.tsx';

export const PublicationBadge = ({ isApproved }: { isApproved: boolean }) => (
  <Badge tone={isApproved ? 'good' : 'wait'}>{describeApproval(isApproved)}</Badge>
);
