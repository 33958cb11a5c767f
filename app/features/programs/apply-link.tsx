import type { Program } from '#domain/programs/schema.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

export const submitPath = (programId: string): string =>
  `/dashboard/applicant/submit?programId=${encodeURIComponent(programId)}`;
export const programPath = (programId: string): string =>
  `/national-pitch-trek/programs/${encodeURIComponent(programId)}`;

/**
 * The apply flow of spec §4.4. Without script: open goes to login and on to the form; closed to the
 * page that says so.
 */
export function ApplyLink({
  program,
  label,
  isSmall,
}: {
  program: Program;
  label: string;
  isSmall?: boolean;
}) {
  const form = submitPath(program.id);
  const href = program.is_open
    ? `/login?next=${encodeURIComponent(form)}`
    : `${programPath(program.id)}#closed`;
  return (
    <LinkButton
      href={href}
      variant={program.is_open ? 'primary' : 'secondary'}
      isSmall={isSmall}
      data-apply={program.is_open ? 'open' : 'closed'}
      data-form={form}
      aria-label={`${label}: ${program.title}`}
    >
      {label}
    </LinkButton>
  );
}
