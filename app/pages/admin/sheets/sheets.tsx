import { Link, useSearchParams } from 'react-router';
import { paths } from '#app/paths.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import type { Route } from './+types/sheets';
import { DiffersPart } from './differs-part.tsx';
import { sheetLabels as labels } from './labels.ts';
import { PrintPart } from './print-part.tsx';
import { useSheets } from './sheet-calls.ts';
import { TypePart } from './type-part.tsx';

export const meta = () => [{ title: labels.title }];

const PARTS = { print: PrintPart, type: TypePart, differ: DiffersPart };
type Tab = keyof typeof PARTS;

/** /dashboard/admin/rounds/{id}/sheets: printed, typed in, and settled where it differs. */
export default function SheetsScreen({ params: { id } }: Route.ComponentProps) {
  const query = useSheets(id);
  const { data: sheets, error } = query;
  const [search] = useSearchParams();
  const tab = (Object.keys(PARTS) as Tab[]).find((one) => one === search.get('tab')) ?? 'print';
  const Part = PARTS[tab];
  if (isMissing(error))
    return <NotFoundState title={error.message} to={paths.round({ id })} label={labels.back} />;
  const open = sheets?.differences.filter(({ settled_at: at }) => at === null).length ?? 0;
  return (
    <>
      <div className="no-print">
        <PageHeading
          title={labels.title}
          lead={sheets?.round.name ?? labels.lead}
          back={{ to: paths.round({ id }), label: labels.back }}
        />
        <nav className="tabs" aria-label={labels.parts}>
          <ul>
            {(Object.keys(PARTS) as Tab[]).map((one) => (
              <li key={one}>
                <Link
                  to={`${paths.roundSheets({ id })}?tab=${one}`}
                  aria-current={one === tab ? 'page' : undefined}
                >
                  {one === 'differ' && open > 0
                    ? `${labels.tabs[one]} (${open})`
                    : labels.tabs[one]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Waiting query={query} label={labels.loading} />
      {sheets && <Part sheets={sheets} />}
    </>
  );
}
