import { navigation, type NavigationGroup, type NavigationLink } from '#content/navigation.ts';
import { site } from '#content/site.ts';
import { paths } from '#app/paths.ts';
import { buttonClass } from '#app/ui/button.tsx';
import css from './header.module.css';
import { Logo } from '#app/brand/logo.tsx';
import { shellLabels } from './labels.ts';

/**
 * The navigation bar. Plain links and <details>, so it works without script as well as in hydrated
 * pages.
 */
export function Header() {
  return (
    <header className={css.header}>
      <a href="/" className={css.brand} aria-label={site.name}>
        <Logo />
        <span className={css.name}>{site.name}</span>
      </a>
      <a
        href="#main"
        className={css.toTop}
        aria-label={shellLabels.toTop}
        title={shellLabels.toTop}
        data-to-top=""
        hidden
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 17V4M4 9.5 10 3.5l6 6" />
        </svg>
      </a>
      <nav className={css.wide} aria-label={shellLabels.mainNavigation}>
        <Items />
      </nav>
      <EntryButtons />
      <details className={css.small} data-menu="">
        <summary className={css.burger}>
          <span className={css.bars} aria-hidden="true" />
          <span>{shellLabels.menu}</span>
        </summary>
        <nav className={css.panel} aria-label={shellLabels.mainNavigation}>
          <Items />
        </nav>
      </details>
    </header>
  );
}

/** Inconspicuous: the one solid button of a page is the page's own. */
const ENTRY_LOOK = buttonClass({ variant: 'secondary', isSmall: true });

/**
 * Apply, where the bar has no room for the links; Login or Dashboard: the first script decides
 * which before the first paint.
 */
function EntryButtons() {
  return (
    <div className={css.entry}>
      <a href={paths.publicPrograms} className={`${ENTRY_LOOK} ${css.apply}`}>
        {shellLabels.apply}
      </a>
      <a href={paths.login} className={`${ENTRY_LOOK} ${css.login}`}>
        {shellLabels.login}
      </a>
      <a href={paths.dashboard} className={`${ENTRY_LOOK} ${css.dashboard}`}>
        {shellLabels.dashboard}
      </a>
    </div>
  );
}

function Items() {
  return (
    <ul className={css.items}>
      {navigation.map((item) => (
        <li key={item.label}>{'links' in item ? <Group group={item} /> : <Item link={item} />}</li>
      ))}
    </ul>
  );
}

function Group({ group }: { group: NavigationGroup }) {
  return (
    <details className={css.group} data-menu="">
      <summary>{group.label}</summary>
      <ul>
        {group.links.map((link) => (
          <li key={link.to}>
            <Item link={link} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const Item = ({ link }: { link: NavigationLink }) => <a href={link.to}>{link.label}</a>;
