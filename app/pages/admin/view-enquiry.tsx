import { useNavigate } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { site } from '#content/site.ts';
import { paths } from '#app/paths.ts';
import { useDeleteEnquiry, useEnquiry } from '#app/features/enquiries/use-enquiries.ts';
import { AnswerForm } from '#app/features/enquiries/answer-form.tsx';
import { AnsweredToggle } from '#app/features/enquiries/answered-toggle.tsx';
import {
  describeAnswer,
  nameOf,
  replyAddress,
  enquiryLabels,
} from '#app/features/enquiries/labels.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import itemCss from '#app/ui/item-list.module.css';
import { PlainText } from '#app/ui/plain-text.tsx';
import type { Route } from './+types/view-enquiry';
import { joinFacts } from '#app/ui/join-facts.ts';

export const meta = () => [{ title: enquiryLabels.viewTitle }];

/** /dashboard/admin/enquiries/{id} */
export default function ViewEnquiry({ params: { id } }: Route.ComponentProps) {
  const item = useEnquiry(id);
  const remove = useDeleteEnquiry(id);
  const navigate = useNavigate();
  const list = { to: lastListUrl(paths.enquiries()), label: enquiryLabels.back };
  // Appears together with its data, so that nothing moves when that is loaded.
  const actions = item.data && (
    <>
      <LinkButton href={replyAddress(item.data.email, site.name)} variant="secondary">
        {enquiryLabels.reply}
      </LinkButton>
      <AnsweredToggle enquiry={item.data} variant="secondary" />
      <DeleteButton
        name={nameOf(item.data)}
        question={enquiryLabels.deleteQuestion}
        done={enquiryLabels.deleted}
        variant="secondary"
        remove={remove}
        onDeleted={() => void navigate(list.to)}
      />
    </>
  );
  return (
    <ItemScreen
      item={item}
      list={list}
      title={item.data ? nameOf(item.data) : enquiryLabels.viewTitle}
      actions={actions}
      isSheet
      loading="Loading the enquiry"
    >
      {(enquiry) => (
        <>
          <Shown enquiry={enquiry} />
          <AnswerForm enquiry={enquiry} />
        </>
      )}
    </ItemScreen>
  );
}

function describeStatus({
  is_answered: isAnswered,
  answered_at: at,
  answered_by: by,
}: Enquiry): string {
  if (!isAnswered) return enquiryLabels.open;
  return `${enquiryLabels.answered} ${describeAnswer(by?.name, at && formatDateTime(at))}`.trim();
}

const Shown = ({ enquiry }: { enquiry: Enquiry }) => (
  <>
    <PlainText isQuote>{enquiry.message}</PlainText>
    <Facts
      facts={[
        [
          enquiryLabels.email,
          <a key="email" href={`mailto:${enquiry.email}`}>
            <EmailText address={enquiry.email} />
          </a>,
        ],
        [
          enquiryLabels.phone,
          enquiry.phone_number ? (
            <PhoneLink key="phone" number={enquiry.phone_number} />
          ) : (
            enquiryLabels.none
          ),
        ],
        [enquiryLabels.received, formatDateTime(enquiry.created_at)],
        [enquiryLabels.status, describeStatus(enquiry)],
      ]}
    />
    {enquiry.answers.length > 0 && (
      <section aria-labelledby="answers">
        <h2 id="answers">{enquiryLabels.answers}</h2>
        <ul className={itemCss.items}>
          {enquiry.answers.map(({ at, author, text }) => (
            <li key={at}>
              <div>
                <p className="as-typed">{text}</p>
                <span className={`${itemCss.note} note`}>
                  {joinFacts(author ?? enquiryLabels.formerColleague, formatDateTime(at))}
                </span>
              </div>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);
