import { paths } from '#app/paths.ts';
import { mailingLabels as labels, subjectOf } from '#app/features/mailings/labels.ts';
import { MailingActions, MailingView } from '#app/features/mailings/mailing-view.tsx';
import { useMailing } from '#app/features/mailings/use-mailings.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import type { Route } from './+types/mailing';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/mailings/{id} */
export default function MailingScreen({ params: { id } }: Route.ComponentProps) {
  const item = useMailing(id);
  return (
    <ItemScreen
      item={item}
      list={{ to: lastListUrl(paths.mailings), label: labels.back }}
      title={item.data ? subjectOf(item.data) : labels.title}
      loading={labels.loading}
      actions={item.data && <MailingActions mailing={item.data} />}
    >
      {(mailing) => <MailingView mailing={mailing} />}
    </ItemScreen>
  );
}
