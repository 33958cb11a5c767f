import { errorLoadingTestimonials, TESTIMONIAL } from '#domain/testimonials/rules.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';
import { home } from '#content/home.ts';
import { Carousel } from '#app/features/testimonials/carousel.tsx';
import shared from '#app/shell/public/public-page.module.css';
import { LinkButton } from '#app/ui/link-button.tsx';

type Props = {
  testimonials: readonly Testimonial[];
  /** Why there are none. */ error: string | undefined;
};

/** The share link is shown in every state: spec §8.6. */
export function TestimonialsSection({ testimonials, error }: Props) {
  const { title, action } = home.testimonials;
  return (
    <section className={shared.section}>
      <div className={`${shared.top} row`}>
        <h2>{title}</h2>
        <LinkButton href={action.to} variant="secondary">
          {action.label}
        </LinkButton>
      </div>
      {testimonials.length === 0 ? (
        <p className="soft">{error ? errorLoadingTestimonials(error) : TESTIMONIAL.none}</p>
      ) : (
        <Carousel testimonials={testimonials} />
      )}
    </section>
  );
}
