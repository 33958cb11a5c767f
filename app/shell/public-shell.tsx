import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import css from './public-shell.module.css';
import { shellLabels } from './labels.ts';

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
      <a className={css.skip} href="#main">
        {shellLabels.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <Footer isShort={isShort} />
    </>
  );
}
