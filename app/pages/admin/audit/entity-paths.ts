import type { AuditEntry } from '#domain/audit/schema.ts';
import { paths } from '#app/paths.ts';

type ToPath = (id: string, name: string | null) => string | undefined;

const PATHS: Readonly<Record<string, ToPath>> = {
  proposal: (id) => paths.submission({ id }),
  program: (id) => paths.editProgram({ id }),
  post: (id) => paths.post({ id }),
  faq: (id) => paths.editFaq({ id }),
  testimonial: (id) => paths.testimonial({ id }),
  enquiry: (id) => paths.enquiry({ id }),
  notice: () => paths.notice,
  mailing: (id) => paths.mailing({ id }),
  mailTemplate: () => paths.mailTemplates,
  template: () => paths.declineTemplates,
  label: () => paths.labels,
  user: (id, name) => (name === null ? undefined : paths.user({ id })),
};

/** The screen of an entry's entity, if there is one. */
export const pathOf = ({
  entity,
  entity_id: id,
  entity_name: name,
}: Pick<AuditEntry, 'entity' | 'entity_id' | 'entity_name'>): string | undefined =>
  PATHS[entity]?.(id, name);
