import { TESTIMONIAL } from '#domain/testimonials/rules.ts';
import type { CreateTestimonialInput } from '#domain/testimonials/schema.ts';
import { pages } from '#content/pages.ts';
import { testimonialPage } from '#content/testimonials.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { FormAnswer } from '#app/editing/public/form-answer.tsx';
import { PublicForm } from '#app/editing/public/public-form.tsx';
import { formHeaders, sendForm } from '#app/editing/public/send-form.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { clientFor } from '#app/render-context.ts';
import shared from '#app/shell/public/public-page.module.css';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import type { Route } from './+types/create-testimonial';
import css from './create-testimonial.module.css';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.testimonial, matches);

export const headers = formHeaders;

export async function action({ context, request }: Route.ActionArgs) {
  const client = clientFor(context, request);
  return sendForm(request, {
    send: (fields, options) => client.createTestimonial(fields as CreateTestimonialInput, options),
    sent: TESTIMONIAL.submitted,
    fallback: { network: TESTIMONIAL.network, failed: TESTIMONIAL.submitFailed },
  });
}

export default function CreateTestimonial({ actionData }: Route.ComponentProps) {
  const values = actionData?.values ?? {};
  return (
    <>
      <FormAnswer outcome={actionData} />
      <div className={css.page}>
        <PatternBand
          pattern={housePattern}
          direction="down"
          thread={2}
          spans={1000}
          className={css.band}
        />
        <div className={css.content}>
          <div className={shared.head}>
            <h1>{pages.testimonial.title}</h1>
            <p className={shared.lead}>{testimonialPage.lead}</p>
          </div>
          <PublicForm
            name="testimonial"
            outcome={actionData}
            submitLabel={testimonialPage.send}
            networkSentence={TESTIMONIAL.network}
          >
            <TextField
              label={testimonialPage.firstName}
              name="first_name"
              autoComplete="given-name"
              defaultValue={values['first_name']}
            />
            <TextField
              label={testimonialPage.lastName}
              name="last_name"
              autoComplete="family-name"
              defaultValue={values['last_name']}
            />
            <TextField
              label={testimonialPage.position}
              name="position"
              hint={testimonialPage.positionHint}
              autoComplete="organization-title"
              defaultValue={values['position']}
            />
            <TextAreaField
              label={testimonialPage.message}
              name="message"
              hint={testimonialPage.messageHint}
              defaultValue={values['message']}
            />
          </PublicForm>
          <p className={`${css.after} note`}>{testimonialPage.after}</p>
        </div>
      </div>
    </>
  );
}
