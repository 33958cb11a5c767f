import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import css from './public-shell.module.css';
import { shellLabels } from './labels.ts';

type Props = { /** On phones: forms first. */ hasShortFooter?: boolean; children: ReactNode };

/** Header, the page, footer. */
export function PublicShell({ hasShortFooter, children }: Props) {
  return (
    <>
      <a className={css.skip} href="#main">
        {shellLabels.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <Footer isShort={hasShortFooter} />
    </>
  );
}
