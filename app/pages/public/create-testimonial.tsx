import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import type { CreateTestimonialInput } from '#domain/testimonials/schema.ts';
import { pages } from '#content/pages.ts';
import { testimonialPage as words } from '#content/testimonials.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { FormAnswer } from '#app/editing/public/form-answer.tsx';
import { PublicForm } from '#app/editing/public/public-form.tsx';
import { formHeaders, sendForm } from '#app/editing/public/send-form.ts';
import { houseWeave } from '#app/brand/weaves.ts';
import { clientFor } from '#app/seam.ts';
import shared from '#app/shell/public/public-page.module.css';
import { Strip } from '#app/brand/strip.tsx';
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
        <Strip weave={houseWeave} direction="down" thread={2} className={css.strip} />
        <div className={css.content}>
          <div className={shared.head}>
            <h1>{pages.testimonial.title}</h1>
            <p className={shared.lead}>{words.lead}</p>
          </div>
          <PublicForm
            name="testimonial"
            outcome={actionData}
            submitLabel={words.send}
            networkSentence={TESTIMONIAL.network}
          >
            <TextField
              label={words.firstName}
              name="first_name"
              autoComplete="given-name"
              defaultValue={values['first_name']}
            />
            <TextField
              label={words.lastName}
              name="last_name"
              autoComplete="family-name"
              defaultValue={values['last_name']}
            />
            <TextField
              label={words.position}
              name="position"
              hint={words.positionHint}
              autoComplete="organization-title"
              defaultValue={values['position']}
            />
            <TextAreaField
              label={words.message}
              name="message"
              hint={words.messageHint}
              defaultValue={values['message']}
            />
          </PublicForm>
          <p className={css.after}>{words.after}</p>
        </div>
      </div>
    </>
  );
}
