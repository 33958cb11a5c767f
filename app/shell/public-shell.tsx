import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import css from './public-shell.module.css';
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
      <Header />
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <Footer isShort={isShort} />
    </>
  );
}
