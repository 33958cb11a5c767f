import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';

describe.each(ENGINES)('submitting a draft too late, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  test('a closed program is reported before incomplete answers', async () => {
    const applicant = await app.signIn();
    const soon = await insertProgram(app.services, {
      deadline_date: new Date(app.services.clock().getTime() + 60_000),
    });
    await applicant.put(`/drafts/${soon.id}`, { fields: { business_name: 'Too late' } });
    const { digests } = await twoDocuments();
    const submit = () => applicant.post(`/drafts/${soon.id}/submit`, { documents: digests });
    expect((await submit()).status).toBe(422);
    app.pass(61);
    const { status, body } = await submit();
    app.pass(-61);
    expect([status, body.code]).toEqual([409, 'deadline_passed']);
  });
});
