import type { Testimonial } from '#domain/testimonials/schema.ts';
import { carousel } from '#content/testimonials.ts';
import css from './carousel.module.css';
import { Quote } from './quote.tsx';

/**
 * Without script, a row with scroll snapping; app/enhance/carousel.ts shows the buttons and
 * advances it.
 */
export function Carousel({ testimonials }: { testimonials: readonly Testimonial[] }) {
  return (
    <div
      className={css.carousel}
      data-carousel=""
      role="region"
      aria-roledescription="carousel"
      aria-label={carousel.label}
    >
      <ul className={css.row} data-row="" tabIndex={0} aria-label={carousel.label}>
        {testimonials.map(({ id, first_name, last_name, position, message }) => (
          <li key={id}>
            <Quote name={`${first_name} ${last_name}`} position={position} message={message} />
          </li>
        ))}
      </ul>
      <div className={`${css.controls} row`} data-controls="" hidden>
        <button type="button" data-toggle="" data-play={carousel.play} data-pause={carousel.pause}>
          {carousel.pause}
        </button>
        <button type="button" data-step="-1" aria-label={carousel.previous}>
          <span aria-hidden="true">←</span>
        </button>
        <button type="button" data-step="1" aria-label={carousel.next}>
          <span aria-hidden="true">→</span>
        </button>
      </div>
    </div>
  );
}
