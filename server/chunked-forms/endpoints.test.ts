/** What is refused before a chunk of it is stored. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submissionTo } from '#tests/proposal-forms.ts';
import { openUpload, wholeForm } from '#tests/upload-forms.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    applicant = await app.signIn();
  });
  afterAll(() => app.close());

  test.each([
    ['a call that takes no form', { call: 'DELETE /proposals/' }],
    ['an address that leads elsewhere', { call: 'PATCH /proposals/../auth/me' }],
    ['another kind of content', { content_type: 'application/json' }],
    ['no size', { size: 'much' }],
    ['a size of nothing', { size: 0 }],
    ['no key', { key: '' }],
  ])('refuses %s', async (_name, wrong) => {
    const { status, body } = await applicant.post('/chunked-forms/', {
      call: 'POST /proposals/',
      key: 'k',
      fingerprint: 'f',
      content_type: 'multipart/form-data; boundary=x',
      size: 10,
      ...wrong,
    });
    expect([status, body.message]).toEqual([422, 'This upload cannot be taken. Please try again.']);
  });

  test('what could never fit is refused before a byte is sent, and bytes are not taken for something else', async () => {
    const sent = {
      call: 'POST /proposals/',
      key: 'k',
      fingerprint: 'f',
      content_type: 'multipart/form-data; boundary=x',
      size: 43 * 1_048_576,
    };
    expect(await applicant.post('/chunked-forms/', sent)).toMatchObject({
      status: 413,
      body: { message: 'The files together are too large. Choose smaller ones and try again.' },
    });
    const { id } = (
      await openUpload(applicant, await wholeForm(await submissionTo(randomUUID())), randomUUID())
    ).body;
    expect((await applicant.put(`/chunked-forms/${id}/0`, { some: 'json' })).status).toBe(415);
    expect(
      (
        await applicant.post('/contact_forms/', 'bytes', {
          headers: { 'content-type': 'application/octet-stream' },
        })
      ).status,
    ).toBe(415);
  });
});
