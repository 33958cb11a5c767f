import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGING } from '#domain/constants.ts';
import { formatShortDateTime } from '#domain/dates.ts';
import type { Mail } from '#domain/mails/schema.ts';
import { api } from '#app/api/browser.ts';
import { paths } from '#app/paths.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import type { Column } from '#app/lists/data-table.tsx';
import { listLabels } from '#app/lists/labels.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { RowTable } from '#app/lists/row-table.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { countOf } from '#domain/count-of.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { mailLabels as labels, STATES, TONES } from './labels.ts';
import { MailDialog } from './mail-dialog.tsx';

const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
] as const;

export const meta = () => [{ title: labels.title }];

const columnsOf = (onShow: (mail: Mail) => void): Column<Mail>[] => [
  {
    key: 'subject',
    label: labels.subject,
    isTitle: true,
    cell: (row) => (
      <button type="button" className={rowCss.open} onClick={() => onShow(row)}>
        {row.subject}
      </button>
    ),
  },
  {
    key: 'recipient',
    label: labels.recipient,
    width: '27%',
    className: rowCss.whole,
    cell: (row) => <EmailText address={row.recipient} />,
  },
  {
    key: 'state',
    label: labels.state,
    width: '5.4rem',
    cell: (row) => <Badge tone={TONES[row.state]}>{STATES[row.state]}</Badge>,
  },
  {
    key: 'tries',
    label: labels.tries,
    width: '3.4rem',
    isWideOnly: true,
    isNumber: true,
    hasValue: (row) => row.tries > 1,
    cell: (row) => row.tries,
  },
  {
    key: 'last_error',
    label: labels.problem,
    width: '15%',
    isWideOnly: true,
    hasValue: (row) => Boolean(row.last_error),
    cell: (row) => row.last_error ?? '–',
  },
  {
    key: 'created_at',
    label: labels.created,
    width: '9rem',
    isSortable: true,
    cell: (row) => <time dateTime={row.created_at}>{formatShortDateTime(row.created_at)}</time>,
  },
  {
    key: 'actions',
    label: listLabels.actions,
    width: '6.2rem',
    onCard: 'foot',
    hasValue: (row) => row.can_retry,
    cell: (row) => (row.can_retry ? <SendAgain mail={row} /> : null),
  },
];

/** Login codes would bury what has failed: they are shown when asked for. */
const ALL = 'all';

const FILTERS = {
  placeholder: labels.searchHint,
  choices: [
    {
      name: 'state',
      label: labels.state,
      usual: labels.unsent,
      options: [
        ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
        { value: ALL, label: listLabels.all },
      ],
    },
  ],
  sorts: SORTS,
};

/** /dashboard/admin/mail: mails that are queued, sent, or failed and can be sent again. */
export default function MailList() {
  const [shown, setShown] = useState<Mail | null>(null);
  return (
    <>
      <ListScreen
        title={labels.title}
        noun={queryKeys.mails}
        label="messages"
        fetchPage={({ state = 'unsent', ...asked }, signal) =>
          api.listMails(state === ALL ? asked : { ...asked, state }, {
            signal,
            fallback: labels.listFailed,
          })
        }
        pageSize={PAGING.adminMails}
        isResizable
        filters={FILTERS}
        describeTotal={countOf('message', 'messages')}
        noMatch={labels.noMatch}
        none={labels.none}
        start={
          <LinkButton to={paths.mail({ state: ALL })} variant="secondary">
            {labels.seeAll}
          </LinkButton>
        }
      >
        {(rows, { isStale }) => (
          <RowTable
            caption={labels.caption}
            columns={columnsOf(setShown)}
            rows={rows}
            isStale={isStale}
          />
        )}
      </ListScreen>
      {shown && <MailDialog mail={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** Queues a failed mail again. */
function SendAgain({ mail }: { mail: Mail }) {
  const cache = useQueryClient();
  const singleFlight = useSingleFlight();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await api.retryMail(mail.id, { fallback: labels.failed });
      toast.success(labels.queued);
    } catch (error) {
      toast.error((error as Error).message);
    }
    await cache.invalidateQueries({ queryKey: [queryKeys.mails] });
    setBusy(false);
  };
  return (
    <Button
      variant="quiet"
      isSmall
      isBusy={isBusy}
      aria-label={`${labels.again}: ${mail.subject}, ${mail.recipient}`}
      onClick={() => void singleFlight(send)}
    >
      {labels.again}
    </Button>
  );
}
