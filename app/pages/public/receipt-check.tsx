import { API_BASE } from '#domain/api.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { CHECK_SCRIPT, receiptPage } from '#content/receipts.ts';
import { Facts } from '#app/ui/facts.tsx';
import css from './receipt.module.css';

type Props = { receipt: Receipt; origin: string };

/** For developers, closed: what is signed, and how to check the signature without this site. */
export function ReceiptCheck({ receipt, origin }: Props) {
  const { number } = receipt;
  return (
    <details className={`${css.check} fold`}>
      <summary>{receiptPage.checkTitle}</summary>
      <Facts facts={signedFactsOf(receipt)} />
      <p>{receiptPage.checkLead}</p>
      {/* It scrolls sideways on a phone, so the keyboard must reach it. */}
      <pre className={css.script} tabIndex={0} role="region" aria-label={receiptPage.scriptLabel}>
        <code>{CHECK_SCRIPT}</code>
      </pre>
      <p>
        {receiptPage.run} <code>{`node check-receipt.mjs ${origin} ${number}`}</code>
      </p>
      <ul className="links">
        <li>
          <a href={`${API_BASE}/receipts/${number}`}>{receiptPage.raw}</a>
        </li>
        <li>
          <a href={`${API_BASE}/receipts/keys`}>{receiptPage.keys}</a>
        </li>
      </ul>
      <p>{receiptPage.keep}</p>
      <h3>{receiptPage.contentTitle}</h3>
      {receiptPage.contentText.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </details>
  );
}

/** Times with milliseconds, as in the signature. */
function signedFactsOf({ received_at, completed_at, content_sha256, signature, key_id }: Receipt) {
  const codes: [string, string][] = [
    [receiptPage.received, received_at],
    ...(completed_at ? [[receiptPage.completed, completed_at] as [string, string]] : []),
    [receiptPage.digest, content_sha256],
    [receiptPage.signature, signature],
    [receiptPage.key, key_id],
  ];
  return codes.map(([label, text]) => [label, <code key={label}>{text}</code>] as const);
}
