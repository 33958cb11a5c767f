import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useServedNotice } from './known-notice.ts';
import css from './public-shell.module.css';
import { SiteNotice } from './site-notice.tsx';
import { SkipLink } from './skip-link.tsx';

type Props = {
  /**
   * On a phone, the footer is one line: people who log in do not need links to the firm's pages.
   */
  isShort?: boolean;
  children: ReactNode;
};

export function PublicShell({ isShort, children }: Props) {
  return (
    <>
      <SkipLink />
      <SiteNotice notice={useServedNotice()} className={css.notice} />
      <Header />
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <Footer isShort={isShort} />
    </>
  );
}
