import { PROGRAM } from '#domain/programs/rules.ts';
import { programsPage } from '#content/programs.ts';
import { paths } from '#app/paths.ts';
import { Button } from '#app/ui/button.tsx';
import css from '#app/ui/dialog.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';

/** The two dialogs of the apply flow, as plain HTML that app/enhance/apply.ts opens. */
export function ApplyDialogs() {
  return (
    <>
      <dialog id="login-required" className={css.dialog} aria-labelledby="login-required-title">
        <h2 id="login-required-title">{PROGRAM.loginRequiredTitle}</h2>
        <p>{PROGRAM.loginRequired}</p>
        <form method="dialog" className={`${css.actions} row`}>
          <Button type="submit" variant="secondary">
            {programsPage.cancel}
          </Button>
          <LinkButton href={paths.login}>{programsPage.login}</LinkButton>
        </form>
      </dialog>
      <dialog
        id="application-closed"
        className={css.dialog}
        aria-labelledby="application-closed-title"
      >
        <h2 id="application-closed-title">{PROGRAM.closedTitle}</h2>
        <p>{PROGRAM.closed}</p>
        <form method="dialog" className={`${css.actions} row`}>
          <Button type="submit">{programsPage.login}</Button>
        </form>
      </dialog>
    </>
  );
}
