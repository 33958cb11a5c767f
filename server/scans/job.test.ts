import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { pdfWith } from '#tests/raw-pdfs.ts';
import { formOf, submit } from '#tests/proposal-forms.ts';
import { EICAR, startClamd, type ClamdServer } from '#tests/servers/clamd.ts';
import { startS3 } from '#tests/servers/s3.ts';

const CHECKING = {
  code: 'document_checking',
  message: 'The pitch deck file is still being checked for viruses. Try again in a few minutes.',
};
const INFECTED = {
  code: 'document_infected',
  message:
    'A virus was found in the financials file, so nobody can download it. To replace it, edit the proposal and choose another file.',
};

describe.each(ENGINES)('checks for viruses on %s', (engine) => {
  let clamd: ClamdServer;
  /** An instance without CLAMD_URL. */
  let off: TestApp;
  let on: TestApp;
  let applicant: Person;
  let admin: Person;
  let otherInstances: TestApp[];

  /** Another instance on the same database and the same files. */
  const another = async (): Promise<TestApp> => {
    const { databaseUrl, dataDir } = off.services.config;
    const app = await createTestApp({
      CLAMD_URL: clamd.url,
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    otherInstances.push(app);
    return app;
  };
  beforeAll(async () => void (off = await createTestAppOn(engine)));
  afterAll(() => off.close());
  beforeEach(async () => {
    otherInstances = [];
    clamd = await startClamd();
    await off.services.db.read.deleteFrom('proposals').execute();
    on = await another();
    [applicant, admin] = await Promise.all([on.signIn(), on.signIn({ role: 'admin' })]);
  });
  afterEach(async () => {
    await Promise.all(otherInstances.map((app) => app.close()));
    await clamd.stop();
  });

  /** Requests the download link of one document as owner and as admin. */
  const askLinks = async ({ id, document_urls: urls }: any, kind: 'pitch_deck' | 'financials') =>
    Promise.all([
      applicant.get(`/proposals/${id}/documents/${kind}`),
      admin.get(`/proposals/admin/presigned-url/${urls[kind]}`),
    ]);
  const statusesOf = async (proposal: any, kind: 'pitch_deck' | 'financials') =>
    (await askLinks(proposal, kind)).map(({ status }) => status);
  const scansOf = async ({ id }: any) => {
    const answers = await Promise.all([
      applicant.get(`/proposals/${id}`),
      admin.get(`/proposals/${id}/admin`),
      admin.get('/proposals/admin/all?limit=10'),
    ]);
    const [own, any, list] = [
      answers[0].body,
      answers[1].body,
      answers[2].body.find((item: any) => item.id === id),
    ];
    return [own, any, list].map(({ documents }) => [
      documents.pitch_deck.scan,
      documents.financials.scan,
    ]);
  };
  const everywhere = (scans: [string?, string?]) => [scans, scans, scans];
  const later = (seconds: number, app = on) => {
    app.pass(seconds);
    app.services.notifyScans();
  };

  test('while clamd is down, a document stays locked; once it is back, a clean one can be downloaded', async () => {
    await clamd.stop();
    const { proposal, etag } = await submit(on.services, applicant);
    expect([proposal.documents.pitch_deck.scan, proposal.documents.financials.scan]).toEqual([
      'checking',
      'checking',
    ]);
    for (const { status, body } of await askLinks(proposal, 'pitch_deck'))
      expect([status, body]).toEqual([409, CHECKING]);
    later(100);
    expect(await scansOf(proposal)).toEqual(everywhere(['checking', 'checking']));
    await clamd.start();
    later(100);
    await expect.poll(() => scansOf(proposal)).toEqual(everywhere([undefined, undefined]));
    for (const { status, body } of await askLinks(proposal, 'pitch_deck')) {
      expect(status).toBe(200);
      const file = Buffer.from(
        await (
          await fetch(on.url + new URL(body.url).pathname + new URL(body.url).search)
        ).arrayBuffer(),
      );
      expect(clamd.files.some((content) => content.equals(file))).toBe(true);
    }
    expect((await applicant.get(`/proposals/${proposal.id}`)).headers.get('etag')).toBe(etag);
  });

  test('an infected document is locked for everybody, the other one is not; replacing it unlocks it', async () => {
    const { proposal } = await submit(on.services, applicant, { financials: pdfWith(EICAR) });
    await expect.poll(() => scansOf(proposal)).toEqual(everywhere([undefined, 'infected']));
    for (const { status, body } of await askLinks(proposal, 'financials'))
      expect([status, body]).toEqual([409, INFECTED]);
    expect(await statusesOf(proposal, 'pitch_deck')).toEqual([200, 200]);
    const audited = await on.services.db.read
      .selectFrom('audit_log')
      .select(['actor_id', 'changes'])
      .where('action', '=', 'documents.threat')
      .where('subject_id', '=', proposal.id)
      .execute();
    expect(audited).toEqual([
      {
        actor_id: null,
        changes: [
          { field: 'kind', before: null, after: 'financials' },
          { field: 'threat', before: null, after: 'Eicar-Test-Signature' },
        ],
      },
    ]);
    expect(await (await fetch(`${on.url}/metrics`)).text()).toMatch(
      /^documents\{state="checking"\} 0\ndocuments\{state="infected"\} 1$/m,
    );
    const changed = await applicant.patch(
      `/proposals/${proposal.id}`,
      formOf({ financials: pdfWith('all is well') }),
    );
    expect([changed.status, changed.body.documents.financials.scan]).toEqual([200, 'checking']);
    await expect.poll(() => scansOf(proposal)).toEqual(everywhere([undefined, undefined]));
    expect(await statusesOf(changed.body, 'financials')).toEqual([200, 200]);
  });

  test('documents stored while scanning was off are scanned too, each once by two instances; links issued before are locked', async () => {
    await clamd.stop();
    const owner = await off.signIn();
    const proposals: any[] = [];
    for (let index = 0; index < 5; index += 1)
      proposals.push(
        (await submit(off.services, owner, { financials: pdfWith(`${EICAR} ${index}`) })).proposal,
      );
    const linksOf = async (kind: string) => {
      const { pathname, search } = new URL(
        (await owner.get(`/proposals/${proposals[0].id}/documents/${kind}`)).body.url,
      );
      return [off, on].map(({ url }) => url + pathname + search);
    };
    const [pitchDeck, financials] = [await linksOf('pitch_deck'), await linksOf('financials')];
    const open = async (links: string[]) =>
      Promise.all(
        links.map(async (link) =>
          fetch(link).then(async (answer) => [
            answer.status,
            answer.status === 200 ? '' : ((await answer.json()) as any).code,
          ]),
        ),
      );
    expect(await open(pitchDeck)).toEqual([
      [200, ''],
      [409, 'document_checking'],
    ]);
    expect(await open(financials)).toEqual([
      [200, ''],
      [409, 'document_checking'],
    ]);
    expect(proposals[0].documents.pitch_deck).not.toHaveProperty('scan');
    await clamd.start();
    await another();
    for (const app of otherInstances) later(100, app);
    await expect
      .poll(() => open(pitchDeck))
      .toEqual([
        [200, ''],
        [200, ''],
      ]);
    await expect
      .poll(() => open(financials))
      .toEqual([
        [409, 'document_infected'],
        [409, 'document_infected'],
      ]);
    const unchecked = () =>
      off.services.db.read
        .selectFrom('documents')
        .select('key')
        .where('scanned_at', 'is', null)
        .execute();
    await expect.poll(unchecked).toEqual([]);
    expect(clamd.files).toHaveLength(10);
    expect((await owner.get(`/proposals/${proposals[0].id}`)).body.documents.financials.scan).toBe(
      'infected',
    );
  });

  test('a document whose scan hangs or fails stays locked and is retried; the others do not wait for it', async () => {
    clamd.moodsByWord = { 'please hang': 'hang', 'please fail': 'error', 'please cut': 'close' };
    const bad = await submit(on.services, applicant, {
      pitch_deck: pdfWith('please hang'),
      financials: pdfWith('please fail'),
    });
    const cut = await submit(on.services, applicant, { pitch_deck: pdfWith('please cut') });
    const good = await Promise.all([1, 2, 3].map(() => submit(on.services, applicant)));
    for (const { proposal } of good)
      await expect.poll(() => scansOf(proposal)).toEqual(everywhere([undefined, undefined]));
    const dueAtOf = async (key: string) =>
      await on.services.db.read
        .selectFrom('documents')
        .select(['scan_tries', 'scan_due_at'])
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
    const retriedLater = [
      bad.proposal.documents.financials.key,
      cut.proposal.documents.pitch_deck.key,
    ];
    // Sooner than its lease would end.
    for (const key of retriedLater)
      await expect
        .poll(async () => ((await dueAtOf(key)).scan_due_at?.getTime() ?? Infinity) - Date.now())
        .toBeLessThan(500_000);
    expect(await scansOf(bad.proposal)).toEqual(everywhere(['checking', 'checking']));
    expect(await scansOf(cut.proposal)).toEqual(everywhere(['checking', undefined]));
    clamd.moodsByWord = { 'please hang': 'hang' };
    later(200);
    await expect.poll(() => scansOf(bad.proposal)).toEqual(everywhere(['checking', undefined]));
    await expect.poll(() => scansOf(cut.proposal)).toEqual(everywhere([undefined, undefined]));
    for (const key of retriedLater)
      expect(await dueAtOf(key)).toEqual({
        scan_tries: expect.toSatisfy((tries: number) => tries > 1),
        scan_due_at: null,
      });
  });

  test('an instance that ends or dies while scanning a document delays it, and loses nothing', async () => {
    clamd.mood = 'hang';
    const { proposal } = await submit(on.services, applicant);
    await expect.poll(() => clamd.files.length).toBe(2);
    await otherInstances.pop()!.close();
    const rows = () =>
      off.services.db.read
        .selectFrom('documents')
        .select(['scan_tries', 'scan_due_at'])
        .where('proposal_id', '=', proposal.id)
        .execute();
    expect(await rows()).toEqual([
      { scan_tries: 0, scan_due_at: null },
      { scan_tries: 0, scan_due_at: null },
    ]);
    clamd.mood = 'answer';
    // As a dead instance leaves it.
    const lease = new Date(Date.now() + 600_000);
    await off.services.db.read
      .updateTable('documents')
      .set({ scan_tries: 1, scan_due_at: lease })
      .where('key', '=', proposal.documents.pitch_deck.key)
      .execute();
    on = await another();
    admin = await on.signIn({ role: 'admin' });
    const scans = async () =>
      Object.values((await admin.get(`/proposals/${proposal.id}/admin`)).body.documents).map(
        ({ scan }: any) => scan,
      );
    await expect.poll(scans).toEqual(['checking', undefined]);
    later(601);
    await expect.poll(scans).toEqual([undefined, undefined]);
  });
});

test('a large document is streamed from an object store too', async () => {
  const [s3, clamd] = await Promise.all([startS3(), startClamd()]);
  const app = await createTestApp({ ...s3.env, CLAMD_URL: clamd.url });
  const applicant = await app.signIn();
  const { proposal } = await submit(app.services, applicant, {
    pitch_deck: await makePdf({ megabytes: 6 }),
    financials: pdfWith(EICAR),
  });
  const scans = async () =>
    Object.values((await applicant.get(`/proposals/${proposal.id}`)).body.documents).map(
      ({ scan }: any) => scan,
    );
  await expect.poll(scans).toEqual([undefined, 'infected']);
  expect(clamd.files.map(({ length }) => length).sort((a, b) => b - a)[0]).toBe(
    proposal.documents.pitch_deck.size,
  );
  await app.close();
  await Promise.all([s3.stop(), clamd.stop()]);
});
