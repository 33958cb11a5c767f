import { ENQUIRY } from '#domain/enquiries/messages.ts';
import type { CreateEnquiryInput } from '#domain/enquiries/schema.ts';
import { contactPage } from '#content/contact.ts';
import { pages } from '#content/pages.ts';
import { site } from '#content/site.ts';
import { describePage } from '#app/seo/describe-page.ts';
import { FormAnswer } from '#app/editing/public/form-answer.tsx';
import { PublicForm } from '#app/editing/public/public-form.tsx';
import { formHeaders, sendForm } from '#app/editing/public/send-form.ts';
import { clientFor } from '#app/render-context.ts';
import shared from '#app/shell/public/public-page.module.css';
import { EmailText } from '#app/ui/email-text.tsx';
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
          <p className={shared.lead}>{contactPage.lead}</p>
        </div>
        <div className={css.columns}>
          <section className={css.write}>
            <h2>{contactPage.formTitle}</h2>
            <PublicForm
              name="contact"
              outcome={actionData}
              submitLabel={contactPage.send}
              networkSentence={ENQUIRY.network}
            >
              <div className={css.names}>
                <TextField
                  label={contactPage.firstName}
                  name="first_name"
                  autoComplete="given-name"
                  defaultValue={values['first_name']}
                />
                <TextField
                  label={contactPage.lastName}
                  name="last_name"
                  autoComplete="family-name"
                  defaultValue={values['last_name']}
                />
              </div>
              <TextField
                label={contactPage.email}
                name="email"
                type="email"
                defaultValue={values['email']}
              />
              <TextField
                label={contactPage.phone}
                name="phone_number"
                type="tel"
                hint={contactPage.phoneHint}
                isOptional
                defaultValue={values['phone_number']}
              />
              <TextAreaField
                label={contactPage.message}
                name="message"
                defaultValue={values['message']}
              />
            </PublicForm>
          </section>
          <section>
            <h2>{contactPage.detailsTitle}</h2>
            <Facts
              facts={[
                [
                  contactPage.phoneLabel,
                  <a href={`tel:${site.phoneLink}`} className={css.way}>
                    {site.phone}
                  </a>,
                ],
                [
                  contactPage.emailLabel,
                  <a href={`mailto:${site.email}`} className={css.way}>
                    <EmailText address={site.email} />
                  </a>,
                ],
                [contactPage.addressLabel, site.address.join(', ')],
                [contactPage.hoursLabel, site.hours],
              ]}
            />
            <h3>{contactPage.mapTitle}</h3>
            <div className={css.map} data-map={site.map.frame} data-title={contactPage.mapFrame}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M12 2a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7Zm0 9.5a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5Z" />
              </svg>
              <div>
                <address>{site.address.join(', ')}</address>
                <a href={site.map.link}>{contactPage.mapLink}</a>
              </div>
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
