import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isOfFirm } from '#domain/accounts/rules.ts';
import { dashboardLinks } from '#content/dashboard-navigation.ts';
import { site } from '#content/site.ts';
import { useProfile, useSession } from '#app/session/use-session.ts';
import { toast } from '#app/ui/toast.tsx';
import { Logo } from '#app/brand/logo.tsx';
import { findUnsaved, logOut } from '#app/session/log-out.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { currentness } from './current-link.ts';
import css from './dashboard-shell.module.css';
import { shellLabels } from './labels.ts';
import { mayOpen } from './screen-roles.ts';
import { SkipLink } from './skip-link.tsx';
import type { UnsavedPlace } from './unsaved-places.ts';

/** The reading room, whose menu is folded from the first moment on. */
const DESK = /^\/dashboard\/admin\/view-proposal\/[^/]+$/;

/** A sidebar by role beside the screen; on a phone a top bar with a menu. */
export function DashboardShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className={css.shell} data-desk-path={DESK.test(pathname) || undefined}>
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
  const groups = [...new Set(links.map(({ group }) => group))];
  return (
    <div className={css.menu}>
      <div className={css.who}>
        <p>
          <span className="visually-hidden">{shellLabels.signedInAs} </span>
          <b>{`${profile.first_name} ${profile.last_name}`}</b>
        </p>
        <LogOutButton />
      </div>
      <nav aria-label={shellLabels.dashboard}>
        {groups.map((group) => (
          <section key={group ?? ''} aria-label={group}>
            {group && <h2>{group}</h2>}
            <ul>
              {links
                .filter((link) => link.group === group)
                .map((link) => (
                  <li key={link.to}>
                    <Link to={link.to} aria-current={currentness(pathname, link)}>
                      {link.label}
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

/** Few logouts lose a text. Without a connection it is asked all the same. */
const placesOf = async (forms: string[], isAdmin: boolean): Promise<UnsavedPlace[]> =>
  import('./unsaved-places.ts').then(
    ({ unsavedPlaces }) => unsavedPlaces(forms, isAdmin),
    () => [],
  );

/** Nothing of a person stays on the device, so whoever would lose a text is asked first. */
function LogOutButton() {
  const [state, setState] = useState<'idle' | 'busy' | 'asking'>('idle');
  const [unsaved, setUnsaved] = useState<UnsavedPlace[]>([]);
  const isAdmin = useProfile().role === 'admin';
  const end = async () => {
    setState('busy');
    await logOut();
  };
  const begin = async () => {
    setState('busy');
    const forms = await findUnsaved();
    if (forms.length === 0) return logOut();
    setUnsaved(await placesOf(forms, isAdmin));
    setState('asking');
  };
  return (
    <>
      <Button variant="quiet" isSmall isBusy={state === 'busy'} onClick={() => void begin()}>
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
        <p hidden={unsaved.some(({ isKept }) => isKept)}>{shellLabels.unsaved}</p>
        <ul>
          {unsaved.map(({ text, href }) => (
            <li key={href}>
              <Link to={href} onClick={() => setState('idle')}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
