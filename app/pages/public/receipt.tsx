import type { ReactNode } from 'react';
import { data } from 'react-router';
import { API_BASE } from '#domain/api.ts';
import { formatDateTime } from '#domain/dates.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { CHECK_SCRIPT, RECEIPT_STATE_TEXTS, receiptPage } from '#content/receipts.ts';
import { site } from '#content/site.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { Client } from '#app/api/client.ts';
import { isGenuine } from '#app/features/receipts/check-signature.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { paths } from '#app/paths.ts';
import { clientFor } from '#app/render-context.ts';
import shared from '#app/shell/public/public-page.module.css';
import { Facts } from '#app/ui/facts.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/receipt';
import css from './receipt.module.css';
import { ReceiptSearch } from './receipt-search.tsx';

/** Its state changes with the applicant's actions, which are not writes to public data. */
export const handle: PageHandle = { isPrivate: true, isLive: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.receipt?.number ?? receiptPage.unknownTitle} · ${site.name}` },
  { name: 'description', content: receiptPage.description },
];

const find = (client: Client, number: string): Promise<Receipt | null> =>
  client.getReceipt(number).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const client = clientFor(context, request);
  const [receipt, { keys }] = await Promise.all([
    find(client, params.number),
    client.getReceiptKeys(),
  ]);
  if (!receipt) return data({ receipt: null, isSigned: false, origin: '' }, { status: 404 });
  const isSigned = await isGenuine(receipt, keys);
  return data({ receipt, isSigned, origin: new URL(request.url).origin });
}

/** /receipts/{number}: what was received when, and whether the receipt is genuine. */
export default function ReceiptDetail({
  loaderData: { receipt, isSigned, origin },
}: Route.ComponentProps) {
  return (
    <div className={shared.page}>
      {receipt ? (
        <Known receipt={receipt} isSigned={isSigned} origin={origin} />
      ) : (
        <div className={shared.head}>
          <h1 tabIndex={-1}>{receiptPage.unknownTitle}</h1>
          <p className={shared.lead}>{receiptPage.unknownText}</p>
        </div>
      )}
      <section className={css.section} aria-labelledby="another">
        <h2 id="another">{receiptPage.another}</h2>
        <ReceiptSearch />
      </section>
    </div>
  );
}

type Props = { receipt: Receipt; isSigned: boolean; origin: string };

function Known({ receipt, isSigned, origin }: Props) {
  const state = RECEIPT_STATE_TEXTS[receipt.state];
  return (
    <>
      <div className={shared.head}>
        <h1 tabIndex={-1}>{receiptPage.title}</h1>
        <p className={css.number}>{receipt.number}</p>
        <p className={shared.lead}>{state.text}</p>
      </div>
      <Verdict receipt={receipt} isSigned={isSigned} />
      <Facts facts={factsOf(receipt, state.label)} />
      <Checking number={receipt.number} origin={origin} />
    </>
  );
}

/** A replaced receipt is genuine, but not of the answers as they are now. */
function Verdict({ receipt, isSigned }: Pick<Props, 'receipt' | 'isSigned'>) {
  const isReplaced = receipt.state === 'replaced';
  if (!isSigned)
    return (
      <Notice tone="bad" title={receiptPage.forged}>
        <p>{receiptPage.forgedText}</p>
      </Notice>
    );
  return (
    <Notice
      tone={isReplaced ? 'warn' : 'good'}
      title={isReplaced ? receiptPage.replacedTitle : receiptPage.genuine}
    >
      <p>{isReplaced ? receiptPage.replacedText : receiptPage.genuineText}</p>
    </Notice>
  );
}

function factsOf(receipt: Receipt, state: string): [string, ReactNode][] {
  const { completed_at, complete_until, message, replaced_by } = receipt;
  const facts: [string, ReactNode][] = [
    [receiptPage.program, receipt.program_title],
    [receiptPage.received, <Moment key="received" instant={receipt.received_at} />],
    [receiptPage.state, message ? `${state}. ${message}` : state],
  ];
  if (replaced_by)
    facts.push([
      receiptPage.replacedBy,
      <a key="next" href={paths.receipt({ number: replaced_by })}>
        {replaced_by}
      </a>,
    ]);
  if (completed_at)
    facts.push([receiptPage.completed, <Moment key="completed" instant={completed_at} />]);
  if (complete_until)
    facts.push([receiptPage.completeUntil, <Moment key="until" instant={complete_until} />]);
  return [
    ...facts,
    [receiptPage.digest, <code key="digest">{receipt.content_sha256}</code>],
    [receiptPage.signature, <code key="signature">{receipt.signature}</code>],
    [receiptPage.key, <code key="key">{receipt.key_id}</code>],
  ];
}

/** Readable, with milliseconds as in the signature. */
const Moment = ({ instant }: { instant: string }) => (
  <time dateTime={instant}>
    {formatDateTime(instant)} GMT <span className={css.exact}>{instant}</span>
  </time>
);

function Checking({ number, origin }: { number: string; origin: string }) {
  return (
    <section className={css.section} aria-labelledby="check">
      <h2 id="check">{receiptPage.checkTitle}</h2>
      <p>{receiptPage.checkLead}</p>
      {/* It scrolls sideways on a phone, so the keyboard must reach it. */}
      <pre className={css.script} tabIndex={0} role="region" aria-label={receiptPage.scriptLabel}>
        <code>{CHECK_SCRIPT}</code>
      </pre>
      <p>
        {receiptPage.run}{' '}
        <code className={css.run}>{`node check-receipt.mjs ${origin} ${number}`}</code>
      </p>
      <ul className={css.links}>
        <li>
          <a href={`${API_BASE}/receipts/${number}`}>{receiptPage.raw}</a>
        </li>
        <li>
          <a href={`${API_BASE}/receipts/keys`}>{receiptPage.keys}</a>
        </li>
        <li>
          <a href={paths.records}>{receiptPage.judged}</a>
        </li>
      </ul>
      <p>{receiptPage.keep}</p>
      <h3>{receiptPage.contentTitle}</h3>
      {receiptPage.contentText.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
  );
}
