import { ENQUIRY } from '#domain/enquiries/messages.ts';
import type { CreateEnquiryInput } from '#domain/enquiries/schema.ts';
import { contactPage as words } from '#content/contact.ts';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { FormAnswer } from '#app/editing/public/form-answer.tsx';
import { PublicForm } from '#app/editing/public/public-form.tsx';
import { formHeaders, sendForm } from '#app/editing/public/send-form.ts';
import { clientFor } from '#app/seam.ts';
import shared from '#app/shell/public/public-page.module.css';
import { Facts } from '#app/ui/facts.tsx';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import type { Route } from './+types/contact';
import css from './contact.module.css';

export const meta: Route.MetaFunction = ({ matches }) => describePage(pages.contact, matches);

export const headers = formHeaders;

export async function action({ context, request }: Route.ActionArgs) {
  const client = clientFor(context, request);
  return sendForm(request, {
    send: (fields, options) => client.createEnquiry(fields as CreateEnquiryInput, options),
    sent: ENQUIRY.sent,
    fallback: { network: ENQUIRY.network, failed: ENQUIRY.wrong },
  });
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const values = actionData?.values ?? {};
  return (
    <>
      <FormAnswer outcome={actionData} />
      <div className={shared.page}>
        <div className={shared.head}>
          <h1>{pages.contact.title}</h1>
          <p className={shared.lead}>{words.lead}</p>
        </div>
        <div className={css.columns}>
          <section>
            <h2>{words.formTitle}</h2>
            <PublicForm
              name="contact"
              outcome={actionData}
              submitLabel={words.send}
              networkSentence={ENQUIRY.network}
            >
              <div className={css.names}>
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
              </div>
              <TextField
                label={words.email}
                name="email"
                type="email"
                defaultValue={values['email']}
              />
              <TextField
                label={words.phone}
                name="phone_number"
                type="tel"
                hint={words.phoneHint}
                isOptional
                defaultValue={values['phone_number']}
              />
              <TextAreaField
                label={words.message}
                name="message"
                defaultValue={values['message']}
              />
            </PublicForm>
          </section>
          <section>
            <h2>{words.detailsTitle}</h2>
            <Facts
              facts={[
                [
                  words.phoneLabel,
                  <a href={`tel:${site.phoneLink}`} className={css.way}>
                    {site.phone}
                  </a>,
                ],
                [
                  words.emailLabel,
                  <a href={`mailto:${site.email}`} className={css.way}>
                    {site.email}
                  </a>,
                ],
                [words.addressLabel, site.address.join(', ')],
                [words.hoursLabel, site.hours],
              ]}
            />
            <h3>{words.mapTitle}</h3>
            <div className={css.map} data-map={site.map.frame} data-title={words.mapFrame}>
              <address>{site.address.join(', ')}</address>
              <a href={site.map.link}>{words.mapLink}</a>
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
