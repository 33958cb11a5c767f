import { legalLinks, quickLinks } from '#content/navigation.ts';
import { site } from '#content/site.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { classNames } from '#app/ui/class-names.ts';
import css from './footer.module.css';
import { shellLabels } from './labels.ts';

export function Footer({ isShort }: { isShort?: boolean }) {
  return (
    <footer className={classNames(css.footer, isShort && css.short)}>
      <div className={css.about}>
        <p className={css.name}>{site.name}</p>
        <p>{site.tagline}</p>
      </div>
      <nav aria-labelledby="quick-links">
        <h2 id="quick-links">{shellLabels.quickLinks}</h2>
        <ul>
          {quickLinks.map(({ to, label }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="contact">
        <h2 id="contact">{shellLabels.contact}</h2>
        <address>
          <a href={`tel:${site.phoneLink}`}>{site.phone}</a>
          <a href={`mailto:${site.email}`}>
            <EmailText address={site.email} />
          </a>
          <span className={css.address}>
            {site.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
        </address>
      </section>
      <p className={`${css.legal} row`}>
        <span className={css.regulator}>{site.regulator}</span>
        <span>© {site.name}</span>
        {legalLinks.map(({ to, label }) => (
          <a key={to} href={to}>
            {label}
          </a>
        ))}
      </p>
    </footer>
  );
}
