import { pages } from '#content/pages.ts';
import { partners, partnersPage, staticTestimonials } from '#content/partners.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { PartnerMark } from '#app/brand/partner-mark.tsx';
import { Quote } from '#app/features/testimonials/quote.tsx';
import shared from '#app/shell/public/public-page.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Route } from './+types/partners';
import css from './partners.module.css';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.partners, matches);

export default function Partners() {
  return (
    <>
      <div className={shared.page}>
        <div className={shared.head}>
          <h1>{pages.partners.title}</h1>
          <p className={shared.lead}>{partnersPage.lead}</p>
        </div>
        <h2>{partnersPage.partnersTitle}</h2>
        <ul className={css.partners}>
          {partners.map(({ name, does, mark }) => (
            <li key={name}>
              <PartnerMark mark={mark} name={name} className={css.mark} />
              <h3>{name}</h3>
              <p>{does}</p>
            </li>
          ))}
        </ul>
      </div>
      <section className={shared.section}>
        <h2>{partnersPage.testimonialsTitle}</h2>
        <ul className={`${shared.cols} ${shared.three}`}>
          {staticTestimonials.map((said) => (
            <li key={said.name}>
              <Quote {...said} />
            </li>
          ))}
        </ul>
      </section>
      <section className={`${shared.section} ${css.share} no-print`}>
        <h2>{partnersPage.share.title}</h2>
        <p className={shared.lead}>{partnersPage.share.text}</p>
        <LinkButton href={partnersPage.share.action.to}>
          {partnersPage.share.action.label}
        </LinkButton>
      </section>
    </>
  );
}
