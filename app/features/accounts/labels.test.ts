import { expect, test } from 'vitest';
import { contactPage } from '#content/contact.ts';
import { updateProfileInput } from '#domain/accounts/schema.ts';
import { createEnquiryInput } from '#domain/enquiries/schema.ts';
import { accountLabels } from './labels.ts';

const enquiry = {
  first_name: 'Esi',
  last_name: 'Owusu',
  email: 'esi@example.com',
  message: 'Do you fund salt?',
};

test('there is one rule for phones, said in the same words, with a number that it takes', () => {
  expect(contactPage.phoneHint).toBe(accountLabels.phoneHint);
  const [example] = /0[\d ]{9,}\d/.exec(accountLabels.phoneHint)!;
  for (const phone_number of [example, '+233 24-123-4567', '02x4', '024 123 456', '0241234567 8']) {
    const asVisitor = createEnquiryInput.safeParse({ ...enquiry, phone_number });
    const asPerson = updateProfileInput.safeParse({ phone_number });
    expect([asVisitor.success, asPerson.success], phone_number).toEqual(
      Array(2).fill(/^(024 123 4567|\+)/.test(phone_number)),
    );
    expect(asVisitor.data?.phone_number).toBe(asPerson.data?.phone_number);
    for (const { error } of [asVisitor, asPerson])
      if (error) expect(error.issues[0]!.message).toContain(`such as ${example}`);
  }
});
