import { home } from '#content/home.ts';
import { TrekMap } from '#app/features/regions/trek-map.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import figuresCss from '#app/ui/public/figures.module.css';
import css from './trek-feature.module.css';

export function TrekFeature() {
  const { title, lead, figures, map, dates, action } = home.trek;
  return (
    <section className={css.trek}>
      <div>
        <h2>{title}</h2>
        <p className={css.lead}>{lead}</p>
        <dl className={classNames(figuresCss.figures, css.figures)}>
          {figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={`${css.actions} row`}>
          <LinkButton href={action.to}>{action.label}</LinkButton>
        </p>
      </div>
      <TrekMap label={map} dates={dates} />
    </section>
  );
}
