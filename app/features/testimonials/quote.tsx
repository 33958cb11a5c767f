import { SCREEN } from '#domain/constants.ts';
import { carousel } from '#content/testimonials.ts';
import css from './quote.module.css';

type Props = { name: string; position: string | null; message: string };

/** One testimonial: always five stars, the text, and its author. */
export function Quote({ name, position, message }: Props) {
  return (
    <figure className={css.quote}>
      <svg
        className={css.stars}
        viewBox={`0 0 ${SCREEN.testimonialStars * 24} 24`}
        role="img"
        aria-label={carousel.stars}
      >
        {Array.from({ length: SCREEN.testimonialStars }, (_, place) => (
          <path
            key={place}
            d={`M${place * 24 + 12} 2l3 7 7 .6-5.3 4.9 1.6 7.2-6.3-3.9-6.3 3.9 1.6-7.2-5.3-4.9 7-.6z`}
          />
        ))}
      </svg>
      <blockquote>{message}</blockquote>
      <figcaption>
        <b>{name}</b>
        {position && <span>{position}</span>}
      </figcaption>
    </figure>
  );
}
