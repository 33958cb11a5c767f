import type { Receipt } from '#domain/receipts/schema.ts';
import { describeReceipt, receiptPage } from '#content/receipts.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import css from './receipt.module.css';

type Props = { receipt: Receipt; origin: string };

/**
 * Saves it as a text that any phone can open; without script, that is all. Printing and sharing are
 * shown by app/enhance/receipt-actions.ts.
 */
export function ReceiptActions({ receipt, origin }: Props) {
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
