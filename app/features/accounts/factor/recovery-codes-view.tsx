import type { MouseEvent } from 'react';
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.tsx';
import css from './factor-screen.module.css';
import { factorLabels as labels } from './labels.ts';

/** Prints only this dialog: app/styles/base.css hides everything else. */
function printDialog({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('dialog')?.setAttribute('data-print', '');
  print();
}

/** Shown once: to copy or print. */
export function RecoveryCodesView({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(FACTOR.copied),
      () => toast.error(FACTOR.notCopied),
    );
  return (
    <>
      <p>{labels.codesText}</p>
      <ol className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <Button variant="secondary" onClick={() => void copy()}>
          {labels.copy}
        </Button>
        <Button variant="secondary" onClick={printDialog}>
          {labels.print}
        </Button>
      </div>
    </>
  );
}
