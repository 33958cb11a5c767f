import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import css from './public-shell.module.css';
import { shellLabels } from './labels.ts';

/** Header, the page, footer. */
export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={css.skip} href="#main">
        {shellLabels.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <Footer />
    </>
  );
}
