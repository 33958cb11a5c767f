import { formatDateTime } from '#domain/dates.ts';
import type { AuditEntry } from '#domain/audit/schema.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import {
  describeAction,
  describeField,
  describeValue,
  readableChanges,
  type Names,
} from './describe-entry.ts';
import { pathOf } from './entity-paths.ts';
import { auditLabels } from './labels.ts';
import css from './audit.module.css';

type Props = { entry: AuditEntry; names: Names; onClose: () => void };

/** Everything that the log recorded about one action. */
export function EntryDialog({ entry, names, onClose }: Props) {
  const { actor, at, changes, entity_id: id, entity_name: name, ip } = entry;
  const place = pathOf(entry);
  return (
    <Dialog
      title={describeAction(entry)}
      isOpen
      onClose={onClose}
      actions={
        <>
          {place && (
            <LinkButton to={place} variant="secondary">
              {auditLabels.open}
            </LinkButton>
          )}
          <LinkButton to={paths.audit({ entity_id: id })} variant="secondary" onClick={onClose}>
            {auditLabels.all}
          </LinkButton>
          <Button onClick={onClose}>{auditLabels.close}</Button>
        </>
      }
    >
      <Facts
        isCompact
        facts={[
          [auditLabels.when, formatDateTime(at)],
          [auditLabels.who, actor?.name ?? auditLabels.nobody],
          ...(name === null ? [] : [[auditLabels.about, name] as const]),
          [auditLabels.address, ip ?? '–'],
        ]}
      />
      {entry.erased && <p>{auditLabels.erased}</p>}
      {changes.length > 0 && (
        <table className={css.changes}>
          <thead>
            <tr>
              <th scope="col">{auditLabels.field}</th>
              <th scope="col">{auditLabels.before}</th>
              <th scope="col">{auditLabels.after}</th>
            </tr>
          </thead>
          <tbody>
            {readableChanges(changes, names).map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{describeField(field)}</th>
                <td>{describeValue(before, names, field)}</td>
                <td>{describeValue(after, names, field)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
