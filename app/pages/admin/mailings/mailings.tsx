import { PAGING } from '#domain/constants.ts';
import { paths } from '#app/paths.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { describeTotal, mailingLabels as labels } from '#app/features/mailings/labels.ts';
import { MailingsTable } from '#app/features/mailings/mailings-table.tsx';
import { fetchMailings } from '#app/features/mailings/use-mailings.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/mailings: what was written to many applicants, and how far it is. */
export default function Mailings() {
  const write = <LinkButton to={paths.createMailing()}>{labels.write}</LinkButton>;
  return (
    <ListScreen
      title={labels.title}
      actions={
        <>
          {write}
          <LinkButton to={paths.mailTemplates} variant="secondary">
            {labels.templates}
          </LinkButton>
        </>
      }
      noun={queryKeys.mailings}
      label="mailings"
      fetchPage={fetchMailings}
      pageSize={PAGING.mailings}
      isResizable
      describeTotal={describeTotal}
      none={labels.none}
    >
      {(rows, { isStale }) => <MailingsTable rows={rows} isStale={isStale} />}
    </ListScreen>
  );
}
