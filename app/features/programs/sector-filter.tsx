import { Link } from 'react-router';
import { SECTORS, type Sector } from '#domain/sectors.ts';
import { programsPage } from '#content/programs.ts';

type Props = {
  /** Undefined: all; null: none of them. */ current?: Sector | null;
  /** The list's address without a filter. */ base: string;
};

/**
 * One link per sector: each filtered list has its own address and needs no script; within the
 * portal, no document is reloaded.
 */
export function SectorFilter({ current, base }: Props) {
  return (
    <nav className="tabs" aria-label={programsPage.filter}>
      <ul>
        <li>
          <Link
            to={base}
            preventScrollReset
            aria-current={current === undefined ? 'page' : undefined}
          >
            {programsPage.all}
          </Link>
        </li>
        {SECTORS.map((sector) => (
          <li key={sector}>
            <Link
              preventScrollReset
              to={`${base}?sector=${encodeURIComponent(sector)}`}
              aria-current={sector === current ? 'page' : undefined}
            >
              {sector}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
