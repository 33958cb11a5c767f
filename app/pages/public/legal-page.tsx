import { Fragment } from 'react';
import type { LegalText } from '#content/legal/legal-text.ts';
import shared from '#app/shell/public/public-page.module.css';
import css from './legal-page.module.css';

const anchor = (place: number): string => `section-${place + 1}`;

/** A text page: a table of contents beside numbered sections. */
export function LegalPage({
  title,
  text: { lead, effective, sections },
  contents,
}: {
  title: string;
  text: LegalText;
  contents: string;
}) {
  return (
    <div className={shared.page}>
      <div className={shared.head}>
        <h1>{title}</h1>
        <p className={shared.lead}>{lead}</p>
        <p className={`${css.effective} note`}>{effective}</p>
      </div>
      <div className={css.columns}>
        <nav className={`${css.contents} links no-print`} aria-label={contents}>
          <ol>
            {sections.map((section, place) => (
              <li key={section.title}>
                <a href={`#${anchor(place)}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={css.text}>
          {sections.map((section, place) => (
            <section key={section.title} id={anchor(place)}>
              <h2>{section.title}</h2>
              {section.text.map((paragraph) =>
                typeof paragraph === 'string' ? (
                  <p key={paragraph}>{breakable(paragraph)}</p>
                ) : (
                  <List key={paragraph[0]} items={paragraph} />
                ),
              )}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/** E-mail addresses break after the @ if the line is too short. */
const breakable = (text: string) =>
  text.split('@').map((part, place) => (
    <Fragment key={place}>
      {place > 0 && (
        <>
          @<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
