import { data, redirect } from 'react-router';
import { readReceiptNumber } from '#domain/receipts/rules.ts';
import { receiptPage } from '#content/receipts.ts';
import { site } from '#content/site.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { paths } from '#app/paths.ts';
import shared from '#app/shell/public/public-page.module.css';
import type { Route } from './+types/receipts';
import { ReceiptSearch } from './receipt-search.tsx';

export const handle: PageHandle = { isPrivate: true, isLive: true };

export const meta = () => [
  { title: `${receiptPage.searchTitle} · ${site.name}` },
  { name: 'description', content: receiptPage.searchLead },
];

/** Redirects to a valid number; an impossible one returns with a message. */
export function loader({ request }: Route.LoaderArgs) {
  const typed = (new URL(request.url).searchParams.get('number') ?? '').trim().slice(0, 60);
  const number = readReceiptNumber(typed);
  if (number) return redirect(paths.receipt({ number }));
  return data({ typed }, { status: typed === '' ? 200 : 422 });
}

/** /receipts: a form for a receipt number. */
export default function Receipts({ loaderData: { typed } }: Route.ComponentProps) {
  return (
    <div className={shared.page}>
      <div className={shared.head}>
        <h1 tabIndex={-1}>{receiptPage.searchTitle}</h1>
        <p className={shared.lead}>{receiptPage.searchLead}</p>
      </div>
      <ReceiptSearch typed={typed} error={typed === '' ? undefined : receiptPage.malformed} />
    </div>
  );
}
