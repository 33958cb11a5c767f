import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isOfFirm } from '#domain/accounts/rules.ts';
import { dashboardLinks } from '#content/dashboard-navigation.ts';
import { site } from '#content/site.ts';
import { useSession } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { Logo } from '#app/brand/logo.tsx';
import { logOut, mayLoseText } from '#app/session/log-out.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { currentness } from './current-link.ts';
import css from './dashboard-shell.module.css';
import { shellLabels } from './labels.ts';
import { mayOpen } from './screen-roles.ts';
import { SkipLink } from './skip-link.tsx';

/** A sidebar by role beside the screen; on a phone a top bar with a menu. */
export function DashboardShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className={css.shell}>
      <SkipLink />
      <header className={css.side}>
        <a href="/" className={css.brand} aria-label={`${site.name}: ${shellLabels.publicSite}`}>
          <Logo />
          <span className={css.name}>{site.name}</span>
        </a>
        <details className={css.small} key={pathname} onToggle={toast.clear}>
          <summary>{shellLabels.menu}</summary>
          <SideMenu />
        </details>
        <div className={css.wide}>
          <SideMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
    </div>
  );
}

function SideMenu() {
  const { pathname } = useLocation();
  const { profile } = useSession();
  if (!profile) return null;
  const links = isOfFirm(profile.role)
    ? dashboardLinks.admin.filter(({ to }) => mayOpen(profile.role, to))
    : dashboardLinks[profile.role === 'judge' ? 'judge' : 'applicant'];
  return (
    <div className={css.menu}>
      <nav aria-label={shellLabels.dashboard}>
        <ul>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} aria-current={currentness(pathname, link)}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.who}>
        <p>
          {shellLabels.signedInAs}
          <b>{`${profile.first_name} ${profile.last_name}`}</b>
        </p>
        <LogOutButton />
      </div>
    </div>
  );
}

/** Nothing of a person stays on the device, so whoever would lose a text is asked first. */
function LogOutButton() {
  const [state, setState] = useState<'idle' | 'busy' | 'asking'>('idle');
  const end = async () => {
    setState('busy');
    await logOut();
  };
  const begin = async () => {
    setState('busy');
    if (await mayLoseText()) setState('asking');
    else await logOut();
  };
  return (
    <>
      <Button variant="secondary" isSmall isBusy={state === 'busy'} onClick={() => void begin()}>
        {shellLabels.logOut}
      </Button>
      <ConfirmDialog
        title={shellLabels.unsavedTitle}
        isOpen={state === 'asking'}
        confirmLabel={shellLabels.logOutAnyway}
        cancelLabel={shellLabels.stay}
        onConfirm={() => void end()}
        onCancel={() => setState('idle')}
      >
        {shellLabels.unsaved}
      </ConfirmDialog>
    </>
  );
}
