import type { ReactNode } from 'react';
import { data } from 'react-router';
import { daysUntil, formatMoment } from '#domain/dates.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { RECEIPT_STATE_TEXTS, receiptPage, describeReceipt } from '#content/receipts.ts';
import { site } from '#content/site.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { Client } from '#app/api/client.ts';
import { isGenuine } from '#app/features/receipts/check-signature.ts';
import type { PageHandle } from '#app/page-handle.ts';
import { paths } from '#app/paths.ts';
import { clientFor } from '#app/render-context.ts';
import shared from '#app/shell/public/public-page.module.css';
import { classNames } from '#app/ui/class-names.ts';
import { Facts } from '#app/ui/facts.tsx';
import { Tick } from '#app/ui/tick.tsx';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Route } from './+types/receipt';
import css from './receipt.module.css';
import { ReceiptCheck } from './receipt-check.tsx';
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
        <ReceiptSearch isAside />
      </section>
    </div>
  );
}

type Props = { receipt: Receipt; isSigned: boolean; origin: string };

function Known({ receipt, isSigned, origin }: Props) {
  return (
    <>
      <h1 tabIndex={-1} className={css.title}>
        {receiptPage.title}
      </h1>
      <Confirmation receipt={receipt} isSigned={isSigned} />
      <ReceiptActions receipt={receipt} origin={origin} />
      <Facts facts={factsOf(receipt)} />
      {receipt.judged_program_id && (
        <p>
          <a
            href={paths.recordOf({ id: receipt.judged_program_id }, receipt.number)}
            className="onward no-print"
          >
            {receiptPage.judged}
          </a>
        </p>
      )}
      <Issuer number={receipt.number} origin={origin} />
      <ReceiptCheck receipt={receipt} origin={origin} />
    </>
  );
}

/** On paper: who issued it, and where anybody can check it. */
const Issuer = ({ number, origin }: { number: string; origin: string }) => (
  <div className={css.issuer}>
    <p>{receiptPage.issuedBy([site.name, ...site.address].join(', '))}</p>
    <p>{receiptPage.checkAt(`${origin}${paths.receipt({ number })}`)}</p>
  </div>
);

/** A replaced receipt is genuine, but not of the answers as they are now. */
function toneOf({ state }: Receipt, isSigned: boolean): 'good' | 'warn' | 'bad' {
  if (!isSigned) return 'bad';
  return state === 'complete' ? 'good' : 'warn';
}

/** What it proves, in five lines on a phone. */
function Confirmation({ receipt, isSigned }: Pick<Props, 'receipt' | 'isSigned'>) {
  const { state, received_at: received, deadline_date: deadline } = receipt;
  const tone = toneOf(receipt, isSigned);
  return (
    <section className={classNames(css.panel, css[tone])} aria-labelledby="verdict">
      <h2 id="verdict">
        {tone === 'good' && <Tick />}
        <span>{titleOf(state, isSigned)}</span>
      </h2>
      <p className={css.number}>{receipt.number}</p>
      <p>
        {`${receiptPage.received} `}
        <time dateTime={received}>{formatMoment(received)}</time>
        {deadline && (
          <span>{`, ${receiptPage.before(daysUntil(new Date(deadline), new Date(received)))}`}</span>
        )}
      </p>
      <p>{receipt.program_title}</p>
      {tone !== 'good' && <p>{isSigned ? textOf(receipt) : receiptPage.forgedText}</p>}
    </section>
  );
}

const titleOf = (state: Receipt['state'], isSigned: boolean): string => {
  if (!isSigned) return receiptPage.forged;
  return state === 'replaced' ? receiptPage.replacedTitle : receiptPage.genuine;
};

function textOf({ state, complete_until: until }: Receipt): string {
  if (state === 'replaced') return receiptPage.replacedText;
  const { text } = RECEIPT_STATE_TEXTS[state];
  return until ? `${text} ${receiptPage.orElse(formatMoment(until))}` : text;
}

function factsOf(receipt: Receipt): [string, ReactNode][] {
  const { completed_at, complete_until, message, replaced_by, state, deadline_date } = receipt;
  const { label, text } = RECEIPT_STATE_TEXTS[state];
  const facts: [string, ReactNode][] = [
    [receiptPage.state, message ? `${label}. ${message}` : `${label}. ${text}`],
  ];
  if (replaced_by)
    facts.push([
      receiptPage.replacedBy,
      <a key="next" href={paths.receipt({ number: replaced_by })}>
        {replaced_by}
      </a>,
    ]);
  if (deadline_date) facts.push([receiptPage.deadline, formatMoment(deadline_date)]);
  if (completed_at && formatMoment(completed_at) !== formatMoment(receipt.received_at))
    facts.push([receiptPage.completed, formatMoment(completed_at)]);
  if (complete_until) facts.push([receiptPage.completeUntil, formatMoment(complete_until)]);
  return facts;
}

type ReceiptActionsProps = { receipt: Receipt; origin: string };

/**
 * Saves it as a text that any phone can open; without script, that is all. Printing and sharing are
 * shown by app/enhance/receipt-actions.ts.
 */
function ReceiptActions({ receipt, origin }: ReceiptActionsProps) {
  const { number } = receipt;
  const text = describeReceipt(receipt, `${origin}${paths.receipt({ number })}`);
  return (
    <p className={`${css.actions} row`}>
      <LinkButton
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        download={`${number}.txt`}
      >
        {receiptPage.save}
      </LinkButton>
      <Button variant="secondary" data-receipt="print" hidden>
        {receiptPage.print}
      </Button>
      <Button variant="secondary" data-receipt="share" data-copied={receiptPage.copied} hidden>
        {receiptPage.share}
      </Button>
    </p>
  );
}
