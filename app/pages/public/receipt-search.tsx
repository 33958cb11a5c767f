import { receiptPage } from '#content/receipts.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import css from './receipt.module.css';

type Props = {
  typed?: string;
  error?: string;
  /** Something else comes first. */
  isAside?: boolean;
};

/** Opens the page of the entered number. */
export function ReceiptSearch({ typed, error, isAside = false }: Props) {
  return (
    <form action={paths.receipts} className={css.search} role="search">
      <TextField
        label={receiptPage.numberLabel}
        name="number"
        hint={receiptPage.numberHint}
        defaultValue={typed}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
      />
      <Button type="submit" variant={isAside ? 'secondary' : 'primary'}>
        {receiptPage.look}
      </Button>
    </form>
  );
}
