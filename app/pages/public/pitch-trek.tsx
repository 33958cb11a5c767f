import { pages } from '#content/pages.ts';
import { pitchTrek } from '#content/pitch-trek.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { TrekSchedule } from '#app/features/regions/schedule.tsx';
import shared from '#app/shell/public/public-page.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import type { Route } from './+types/pitch-trek';
import counted from '#app/ui/public/counted.module.css';
import css from './pitch-trek.module.css';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.trek, matches);

export default function PitchTrek() {
  const { about, schedule, goals, apply } = pitchTrek;
  return (
    <>
      <PatternBand pattern={housePattern} thread={4} className={shared.band} />
      <div className={css.hero}>
        <h1>{pages.trek.title}</h1>
        <div>
          <p className={shared.lead}>{pitchTrek.lead}</p>
          <p className={`${shared.actions} row`}>
            <LinkButton href={pitchTrek.primary.to} data-next="">
              {pitchTrek.primary.label}
            </LinkButton>
            <LinkButton href={pitchTrek.secondary.to} variant="secondary">
              {pitchTrek.secondary.label}
            </LinkButton>
          </p>
        </div>
      </div>
      <section className={`${shared.section} ${shared.columns}`}>
        <h2>{about.title}</h2>
        <div className={css.about}>
          {about.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
      <section className={shared.section} id="schedule">
        <h2>{schedule.title}</h2>
        <p className={`${shared.lead} ${css.before}`}>{schedule.lead}</p>
        <TrekSchedule label={schedule.map} columns={schedule.columns} />
      </section>
      <section className={css.goals}>
        <h2>{goals.title}</h2>
        <dl>
          {goals.items.map(({ value, label, text }) => (
            <div key={label}>
              <dt>
                <b>{label}</b> {text}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={shared.section} id="how-to-apply">
        <h2>{apply.title}</h2>
        <ol className={`${shared.cols} ${shared.four} ${counted.counted} ${css.steps}`}>
          {apply.steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
              {'action' in step && (
                <a href={step.action.to} className="onward no-print">
                  {step.action.label}
                </a>
              )}
            </li>
          ))}
        </ol>
        <p className={`${shared.actions} row`}>
          <LinkButton href={apply.action.to}>{apply.action.label}</LinkButton>
          <LinkButton href={pitchTrek.primary.to} variant="secondary">
            {pitchTrek.primary.label}
          </LinkButton>
          <LinkButton href={apply.judged.to} variant="quiet">
            {apply.judged.label}
          </LinkButton>
        </p>
      </section>
    </>
  );
}
