import { home } from '#content/home.ts';
import shared from '#app/shell/public/public-page.module.css';

export function FrameworkTeaser() {
  const { title, text, action } = home.framework;
  return (
    <section className={`${shared.section} ${shared.columns}`}>
      <h2>{title}</h2>
      <div>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <a href={action.to} className="onward no-print">
          {action.label}
        </a>
      </div>
    </section>
  );
}
