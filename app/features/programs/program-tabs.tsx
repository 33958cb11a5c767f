import { Link } from 'react-router';
import type { Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';

const PARTS = {
  details: 'Details',
  questions: 'Questions',
  announcement: 'Announcement',
  extensions: 'Extensions',
  season: 'Season',
} as const;
type Part = keyof typeof PARTS;

const ADDRESSES: Readonly<Record<Part, (program: { id: string }) => string>> = {
  details: paths.editProgram,
  questions: paths.editQuestions,
  announcement: paths.announcing,
  extensions: (program) => `${paths.editProgram(program)}?part=extensions`,
  season: paths.season,
};

type Props = { id: string; program: Program | undefined; current: Part };

/** The screens of one program, for those who may open more than one. */
export function ProgramTabs({ id, program, current }: Props) {
  if (useProfile().role !== 'admin') return null;
  const shown = (Object.keys(PARTS) as Part[]).filter(
    (part) => part !== 'announcement' || hasAnnouncement(program),
  );
  return (
    <nav className="tabs no-print" aria-label="Parts of the program">
      <ul>
        {shown.map((part) => (
          <li key={part}>
            <Link to={ADDRESSES[part]({ id })} aria-current={part === current ? 'page' : undefined}>
              {PARTS[part]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const hasAnnouncement = (program: Program | undefined): boolean =>
  program?.announces === 'together';

/** The part that an address asks for, as far as the program has it and the person may see it. */
export function partOf(asked: string | null, program: Program, role: string): Part {
  if (role !== 'admin') return 'details';
  if (asked === 'announcement' && hasAnnouncement(program)) return asked;
  return asked === 'extensions' ? asked : 'details';
}
