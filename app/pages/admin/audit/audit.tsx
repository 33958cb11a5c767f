import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { api } from '#app/api/browser.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { pickParameters } from '#app/paths.ts';
import { useAdmins } from '#app/editing/use-admins.ts';
import type { Column } from '#app/lists/data-table.tsx';
import type { Choice } from '#app/lists/list-filters.tsx';
import { ListScreen } from '#app/lists/list-screen.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { RowTable } from '#app/lists/row-table.tsx';
import css from './audit.module.css';
import { describeAction, describeChanges, describeTotal, type Names } from './describe-entry.ts';
import { pathOf } from './entity-paths.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { ACTIONS, auditLabels, ENTITIES } from './labels.ts';

export const meta = () => [{ title: auditLabels.title }];

type Option = { value: string; label: string };
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const SORTS = [{ value: '-at', label: 'Newest first' }] as const;

/** A filter set by a link is added to the options, so that it is visible and can be removed. */
const withAsked = (options: Choice['options'], asked: string | null, label: string) =>
  !asked || options.some((one) => typeof one !== 'string' && one.value === asked)
    ? options
    : [...options, { value: asked, label }];

function listChoices(
  search: URLSearchParams,
  admins: readonly Option[],
  isWhole: boolean,
): Choice[] {
  const about = search.get('entity_id');
  const people = [
    { value: 'me', label: auditLabels.me },
    { value: 'nobody', label: auditLabels.nobody },
    ...admins,
  ];
  return [
    {
      name: 'actor',
      label: auditLabels.who,
      options: withAsked(people, search.get('actor'), auditLabels.byOne),
    },
    {
      name: 'action',
      label: auditLabels.what,
      options: optionsOf(ACTIONS),
      ...(isWhole && { usual: auditLabels.allButLogins }),
    },
    about
      ? {
          name: 'entity_id',
          label: auditLabels.about,
          options: [{ value: about, label: auditLabels.aboutOne }],
        }
      : { name: 'entity', label: auditLabels.about, options: optionsOf(ENTITIES) },
  ];
}

/** Filters whose entries are spread over the whole log. */
const NARROWING = ['actor', 'action', 'entity', 'entity_id'];

/** Without any, those who logged in would bury the rest. */
const FILTERS = [...NARROWING, 'q', 'from', 'to'];

/** /dashboard/admin/audit: who did what, and each field before and after. */
export default function Audit() {
  const [search] = useSearchParams();
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const admins = useAdmins();
  const names = new Map(admins.map(({ value, label }) => [value, label]));
  const isNarrowed = Object.keys(pickParameters(search, NARROWING)).length > 0;
  const isWhole = Object.keys(pickParameters(search, FILTERS)).length === 0;
  return (
    <>
      <ListScreen
        title={auditLabels.title}
        noun={queryKeys.audit}
        label="entries"
        fetchPage={(asked, signal) =>
          api.listAudit(isWhole ? { ...asked, logins: false } : asked, {
            signal,
            fallback: auditLabels.failed,
          })
        }
        pageSize={PAGING.adminAudit}
        isResizable
        filters={{
          placeholder: auditLabels.searchHint,
          choices: listChoices(search, admins, isWhole),
          days: [
            { name: 'from', label: auditLabels.from },
            { name: 'to', label: auditLabels.to },
          ],
          more: { names: ['entity', 'entity_id'] },
          sorts: SORTS,
          isFolding: true,
        }}
        describeTotal={(total) => describeTotal(total, search.get('q'), isNarrowed)}
        noMatch={auditLabels.noMatch}
        none={auditLabels.none}
      >
        {(rows, { isStale }) => (
          <RowTable
            caption={auditLabels.caption}
            columns={listColumns(setShown, names)}
            rows={rows}
            isStale={isStale}
          />
        )}
      </ListScreen>
      {shown && <EntryDialog entry={shown} names={names} onClose={() => setShown(null)} />}
    </>
  );
}

const listColumns = (onShow: (entry: AuditEntry) => void, names: Names): Column<AuditEntry>[] => [
  {
    key: 'at',
    label: auditLabels.when,
    width: '9.5rem',
    cell: (row) => <time dateTime={row.at}>{formatShortDateTime(row.at)}</time>,
  },
  {
    key: 'actor',
    label: auditLabels.who,
    width: '13%',
    cell: (row) => row.actor?.name ?? auditLabels.nobody,
  },
  {
    key: 'action',
    label: auditLabels.what,
    width: '20%',
    isTitle: true,
    cell: (row) => (
      <button type="button" className={rowCss.open} onClick={() => onShow(row)}>
        {describeAction(row)}
      </button>
    ),
  },
  {
    key: 'entity_name',
    label: auditLabels.about,
    width: '22%',
    cell: (row) => (row.entity_name === null ? '–' : <About entry={row} />),
  },
  {
    key: 'changes',
    label: auditLabels.changes,
    onCard: 'rest',
    className: rowCss.cut,
    cell: (row) => describeChanges(row, names),
  },
];

/** The entity's name, linked to its screen if it has one. */
function About({ entry }: { entry: AuditEntry }) {
  const { entity_name: name } = entry;
  const place = pathOf(entry);
  return place ? (
    <Link to={place} className={css.about}>
      {name}
    </Link>
  ) : (
    name
  );
}
