import { makingPdf, type Step, type Guide } from '#content/making-pdf.ts';
import { pages } from '#content/pages.ts';
import { describePage } from '#app/seo/describe-page.ts';
import shared from '#app/shell/public/public-page.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import type { Route } from './+types/making-pdf';
import css from './making-pdf.module.css';
import { StepDrawing } from './step-drawing.tsx';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.makingPdf, matches);

/** How to make a PDF with the usual apps of a phone, each step with a drawing. */
export default function MakingPdf() {
  const { lead, contents, ways, smaller, refused, stuck } = makingPdf;
  return (
    <div className={shared.page}>
      <div className={css.head}>
        <h1>{pages.makingPdf.title}</h1>
        <p className={shared.lead}>{lead}</p>
        <nav aria-label={contents}>
          <ul className={css.contents}>
            {[...ways, smaller, refused].map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {ways.map((way) => (
        <WaySection key={way.id} {...way} />
      ))}
      <WaySection {...smaller} isChoice />
      <section id={refused.id} className={css.way}>
        <h2>{refused.title}</h2>
        <dl className={css.cases}>
          {refused.cases.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p>{stuck.text}</p>
        <p className={`${shared.actions} row`}>
          <LinkButton href={stuck.programs.to}>{stuck.programs.label}</LinkButton>
          <LinkButton href={stuck.action.to} variant="secondary">
            {stuck.action.label}
          </LinkButton>
        </p>
      </section>
    </div>
  );
}

type SectionProps = Guide & {
  text?: string;
  /** Its steps are three ways to the same. */ isChoice?: boolean;
};

const WaySection = ({ id, title, text, steps, note, isChoice }: SectionProps) => (
  <section id={id} className={css.way}>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    <Steps as={isChoice ? 'ul' : 'ol'} steps={steps} />
    {note && <p className={css.note}>{note}</p>}
  </section>
);

const Steps = ({ as: List, steps }: { as: 'ol' | 'ul'; steps: readonly Step[] }) => (
  <List className={css.steps}>
    {steps.map(({ text, picture }) => (
      <li key={text}>
        <StepDrawing picture={picture} />
        <p>{text}</p>
      </li>
    ))}
  </List>
);
