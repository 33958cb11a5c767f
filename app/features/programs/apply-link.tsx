import type { Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

/** Placeholder for the id, which only the browser learns. */
const OWN_ID = '-';

/**
 * The apply flow of spec §4.4. Without script, an open program links to the login and then to the
 * form; a closed one to the page that says so.
 */
export function ApplyLink({
  program,
  label,
  isSmall,
  isPersonal,
}: {
  program: Program;
  label: string;
  isSmall?: boolean;
  /** Lets a script show what this applicant has done about it: app/enhance/own-standing.ts. */
  isPersonal?: boolean;
}) {
  const form = paths.submitProposal({ programId: program.id });
  // One solid button to a page: in a list, no row has it, and a closed one is no button at all.
  const [openLook, closedLook] = isPersonal
    ? (['primary', 'secondary'] as const)
    : (['secondary', 'quiet'] as const);
  const href = program.is_open
    ? paths.loginThen(form)
    : `${paths.publicProgram({ id: program.id })}#closed`;
  return (
    <LinkButton
      href={href}
      variant={program.is_open ? openLook : closedLook}
      isSmall={isSmall}
      data-apply={program.is_open ? 'open' : 'closed'}
      data-form={form}
      {...(isPersonal && {
        'data-program': program.id,
        'data-own': paths.ownProposal({ id: OWN_ID }),
      })}
      {...(!program.is_open && { 'data-open-class': buttonClass({ variant: openLook, isSmall }) })}
      aria-label={`${label}: ${program.title}`}
    >
      {label}
    </LinkButton>
  );
}
