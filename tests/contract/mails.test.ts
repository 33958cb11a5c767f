import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { enquiryInput, insertProgram, PASSWORD, registration } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';
import { startSmtp, type ReceivedMessage, type SmtpServer } from '#tests/servers/smtp.ts';

const PUBLIC_URL = 'https://trek.example.com';

let smtp: SmtpServer;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url, MAIL_FROM: 'desk@example.com', PUBLIC_URL });
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});

let count = 0;
const newAddress = () => `person.${(count += 1)}@example.org`;
const asText = (html: string) =>
  html
    .replace(/<style[^]*?<\/style>|<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#39;|&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');

/**
 * Rules for every mail: sent by the firm, plain text and HTML with the same words, readable on a
 * phone, and without tracking.
 */
function expectOneOfOurs(
  { from, text = '', html = '' }: ReceivedMessage,
  words: string[],
  path?: string,
) {
  expect(from).toMatchObject({ name: site.name, address: 'desk@example.com' });
  for (const body of [text.replace(/\s+/g, ' '), asText(html)])
    for (const word of [site.name, ...words]) expect(body).toContain(word);
  expect(html).toContain('<meta name="viewport" content="width=device-width');
  expect(html).toContain('max-width:560px');
  expect(html).not.toMatch(/<(img|script|link|iframe|object|video|form)\b|url\(|@import/i);
  const links = [...html.matchAll(/href="(http[^"]+)"/g)].map((match) => match[1]!);
  // The button, and the same address for whoever cannot press it.
  expect(links.slice(-2)).toEqual(path === undefined ? [] : Array(2).fill(PUBLIC_URL + path));
  expect(text).toContain(site.phone);
  if (path !== undefined) expect(text).toContain(PUBLIC_URL + path);
}
const codeIn = ({ text = '' }: ReceivedMessage) => /^\s*(\d{6})$/m.exec(text)![1]!;

async function register(address: string): Promise<ReceivedMessage> {
  const { status } = await app.visitor.post('/auth/register', registration({ email: address }));
  expect(status).toBe(201);
  return smtp.waitFor(address);
}

describe('accounts', () => {
  test('welcome', async () => {
    const mail = await register(newAddress());
    expect(mail.subject).toBe(`Welcome to ${site.name}`);
    expectOneOfOurs(mail, ['Your account is ready.'], '/login');
  });

  test('the code of a login works', async () => {
    const address = newAddress();
    await register(address);
    await app.visitor.post('/auth/login', { username: address, password: PASSWORD });
    const mail = await smtp.waitFor(address, 2);
    expect(mail.subject).toMatch(/^Your login code \(\d+ \w+, \d\d:\d\d:\d\d GMT\)$/);
    expectOneOfOurs(mail, [codeIn(mail), 'within 10 minutes']);
    expect(
      (await app.visitor.post('/auth/verify-otp', { email: address, otp: codeIn(mail) })).body,
    ).toMatchObject({ token_type: 'bearer', expires_in: 1800 });
  });

  test('the code of a reset works, and the owner is informed of the new password', async () => {
    const address = newAddress();
    await register(address);
    await app.visitor.post('/auth/password-reset-request', { email: address });
    const mail = await smtp.waitFor(address, 2);
    expectOneOfOurs(mail, [codeIn(mail), 'choose a new password']);
    await app.visitor.post('/auth/password-reset', {
      email: address,
      otp: codeIn(mail),
      new_password: 'Another-Hat-77',
    });
    const notice = await smtp.waitFor(address, 3);
    expect(notice.subject).toBe('Your password was changed');
    expectOneOfOurs(notice, ['you were logged out everywhere'], '/forgot-password');
  });

  test('a change of address: a code to the new one, a notice to the old one', async () => {
    const [address, other] = [newAddress(), newAddress()];
    await register(address);
    await app.visitor.post('/auth/login', { username: address, password: PASSWORD });
    const otp = codeIn(await smtp.waitFor(address, 2));
    const { body } = await app.visitor.post('/auth/verify-otp', { email: address, otp });
    await app.visitor.patch(
      '/auth/me',
      { email: other, current_password: PASSWORD },
      { token: body.access_token },
    );
    const code = await smtp.waitFor(other);
    expectOneOfOurs(code, [codeIn(code), 'this address for your account']);
    expectOneOfOurs(
      await smtp.waitFor(address, 3),
      ['change the email address of your account'],
      '/forgot-password',
    );
  });

  test('the end of an account is confirmed, once its owner has asked for it', async () => {
    const address = newAddress();
    await register(address);
    await app.visitor.post('/auth/login', { username: address, password: PASSWORD });
    const otp = codeIn(await smtp.waitFor(address, 2));
    const { body } = await app.visitor.post('/auth/verify-otp', { email: address, otp });
    const options = { token: body.access_token, body: { password: PASSWORD } };
    expect((await app.visitor.delete('/auth/me', options)).status).toBe(204);
    const mail = await smtp.waitFor(address, 3);
    expect(mail.subject).toBe('Your account has been closed');
    expectOneOfOurs(mail, ['It has been deleted, with your proposals', site.email]);
  });

  test('a new admin is invited to set a password of their own, and the link works', async () => {
    const address = newAddress();
    const admin = await app.signIn({ role: 'admin' });
    const { confirm_password: _repeated, ...input } = registration({ email: address });
    expect((await admin.post('/auth/admin/create', input)).status).toBe(201);
    const mail = await smtp.waitFor(address);
    expect(mail.subject).toBe(`You are now an admin at ${site.name}`);
    expectOneOfOurs(
      mail,
      ['Set your own password'],
      `/forgot-password#email=${encodeURIComponent(address)}`,
    );
    expect(mail.text).not.toContain(PASSWORD);
    await app.visitor.post('/auth/password-reset-request', { email: address });
    const otp = codeIn(await smtp.waitFor(address, 2));
    expect(
      (
        await app.visitor.post('/auth/password-reset', {
          email: address,
          otp,
          new_password: 'Nobody-Else-Knows-5',
        })
      ).status,
    ).toBe(200);
    expect(
      (await app.visitor.post('/auth/login', { username: address, password: PASSWORD })).status,
    ).toBe(400);
    expect(
      (
        await app.visitor.post('/auth/login', {
          username: address,
          password: 'Nobody-Else-Knows-5',
        })
      ).status,
    ).toBe(200);
  });
});

describe('proposals', () => {
  const BUSINESS = {
    business_name: 'Kɔkɔɔ & "Sons" <Ltd>',
    business_description: '<p>We make <strong>chocolate</strong>.</p><ul><li>Dark</li></ul>',
  };

  test('a submission is confirmed with a copy of the answers', async () => {
    const applicant = await app.signIn({ email: newAddress() });
    const program = await insertProgram(app.services, { title: 'Cocoa Beyond the Bean' });
    const { proposal } = await submit(app.services, applicant, {
      program_id: program.id,
      ...BUSINESS,
    });
    const mail = await smtp.waitFor(applicant.email);
    expect(mail.subject).toBe('Your proposal for Cocoa Beyond the Bean has been received');
    expectOneOfOurs(
      mail,
      [
        'pitch deck and financials',
        'We make chocolate.',
        'Dark',
        'Kumasi',
        'https://asante.example.com',
      ],
      `/dashboard/applicant/view-proposal/${proposal.id}`,
    );
    expect(mail.text).toContain('Kɔkɔɔ & "Sons" <Ltd>');
    expect(mail.html).toContain('&lt;Ltd&gt;');
  });

  test('approval and every change of the stage are mailed, nothing else is', async () => {
    const [applicant, admin] = [
      await app.signIn({ email: newAddress() }),
      await app.signIn({ role: 'admin' }),
    ];
    const { proposal } = await submit(app.services, applicant);
    const path = `/dashboard/applicant/view-proposal/${proposal.id}`;
    await smtp.waitFor(applicant.email);
    await admin.patch(`/proposals/${proposal.id}/admin`, { is_approved: true });
    expectOneOfOurs(
      await smtp.waitFor(applicant.email, 2),
      ['Status: Approved', 'Funding stage: Pending Funding'],
      path,
    );
    await admin.patch(`/proposals/${proposal.id}/admin`, { is_approved: true });
    await admin.patch(`/proposals/${proposal.id}/admin`, { funding_stage: 'SERIES_A' });
    const third = await smtp.waitFor(applicant.email, 3);
    expectOneOfOurs(third, ['Funding stage: Series A'], path);
    expect(
      smtp.messages.filter(({ envelope }) => envelope.to.includes(applicant.email)),
    ).toHaveLength(3);
  });
});

test('an enquiry reaches the firm', async () => {
  const { status, body } = await app.visitor.post(
    '/contact_forms/',
    enquiryInput({ message: 'When do you come to Wa?\nWe are ready.' }),
  );
  expect(status).toBe(201);
  const mail = await smtp.waitFor(site.email);
  expect(mail.subject).toBe('Enquiry from Kojo Asante');
  expectOneOfOurs(
    mail,
    ['When do you come to Wa?', 'We are ready.', 'kojo@example.com'],
    `/dashboard/admin/enquiries/${body.id}`,
  );
});
