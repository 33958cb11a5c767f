import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertManyProposals } from '#tests/many-proposals.ts';
import { submit } from '#tests/proposal-forms.ts';
import { fetchWorkbook, cellsOf, textsOf } from '#tests/workbooks.ts';

/** RFC 4180. */
const readCsv = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter(Boolean)
    .map((line) =>
      line
        .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    );

describe.each(ENGINES)('the full export on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const fetchRows = async (query = '') => {
    const url = `${app.url}/api/v1/proposals/admin/export-full.csv${query}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } });
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    const [names, ...lines] = readCsv(text);
    const rows = lines.map((line) =>
      Object.fromEntries(names!.map((name, at) => [name, line[at]!])),
    );
    return { answer, text, rows };
  };

  test('every field of each proposal, and where to find it', async () => {
    const applicant = await app.signIn({ first_name: '=Ama', last_name: 'Ofori, "A"' });
    const { proposal } = await submit(app.services, applicant, {
      business_name: '@cocoa, "gold" & co',
      business_description: '<p>First &amp; best.</p><ul><li>One</li></ul>',
    });
    const { answer, text, rows } = await fetchRows();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('filename="proposals-full.csv"');
    expect(text.startsWith('\uFEFFId,')).toBe(true);
    const link = `${app.services.publicUrl}/dashboard/admin/view-proposal/${proposal.id}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      Id: proposal.id,
      Program: proposal.program.title,
      'Business Name': `'@cocoa, "gold" & co`,
      Description: 'First & best.\nOne',
      'Funding Stage': 'Pending Funding',
      Status: 'Unapproved',
      Region: 'Ashanti',
      'First Name': `'=Ama`,
      'Last Name': 'Ofori, "A"',
      Email: applicant.email,
      Received: proposal.received_at,
      'Proposal Link': link,
      'Pitch Deck Link': `${link}?document=pitch_deck`,
      'Pitch Deck Pages': '2',
      'Financials SHA-256': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('loses none of many, and applies the filters of the list', async () => {
    await insertManyProposals(app.services, 450);
    const { rows } = await fetchRows();
    expect(new Set(rows.map((row) => row['Id'])).size).toBe(451);
    const { headers } = await admin.get('/proposals/admin/all?region=Volta&limit=1');
    const matchingRows = (await fetchRows('?region=Volta')).rows;
    expect(String(matchingRows.length)).toBe(headers.get('x-total-count'));
    expect(matchingRows.every((row) => row['Region'] === 'Volta')).toBe(true);
    expect((await fetchRows('?q=matches+nothing')).rows).toEqual([]);
  });

  test('selects single proposals by their ids, combined with other filters', async () => {
    const owner = await app.signIn();
    const chosen = [await submit(app.services, owner), await submit(app.services, owner)];
    const [first, second] = chosen.map(({ proposal }) => proposal);
    const idsOf = async (query: string) => (await fetchRows(query)).rows.map((row) => row['Id']);
    const ids = `${first!.id}, ${second!.id},${first!.id}`;
    expect(await idsOf(`?ids=${encodeURIComponent(ids)}`)).toEqual([second!.id, first!.id]);
    expect(await idsOf(`?ids=${first!.id}&program_id=${first!.program.id}`)).toEqual([first!.id]);
    expect(await idsOf(`?ids=${first!.id}&q=matches+nothing`)).toEqual([]);
    expect(await idsOf(`?ids=${randomUUID()}`)).toEqual([]);
    const hundred = Array.from({ length: 99 }, () => randomUUID());
    expect(await idsOf(`?ids=${[first!.id, ...hundred].join(',')}`)).toEqual([first!.id]);
  });

  test('refuses invalid ids, and too many', async () => {
    const tooManyIds = Array.from({ length: 101 }, () => randomUUID()).join(',');
    const malformed = 'Give the ids of the proposals, with commas between them.';
    for (const [ids, message] of [
      ['', malformed],
      ['x', malformed],
      [`${randomUUID()},`, malformed],
      [tooManyIds, 'At most 100 proposals can be chosen by their ids.'],
    ] as const) {
      const { answer, text } = await fetchRows(`?ids=${ids}`);
      expect([answer.status, JSON.parse(text)]).toMatchObject([422, { message }]);
    }
  });

  test('is for admins only', async () => {
    const path = '/proposals/admin/export-full.csv';
    expect((await app.visitor.get(path)).status).toBe(401);
    expect((await (await app.signIn()).get(path)).status).toBe(403);
  });

  const openWorkbook = (file: string, query = '') =>
    fetchWorkbook(app, admin, `/proposals/admin/${file}${query}`);

  test('a workbook holds the same rows: texts as text, phones with their zero', async () => {
    const applicant = await app.signIn({
      first_name: '=Ama',
      last_name: '<b>&',
      phone_number: '0201234567',
    });
    const business_name = '2E5';
    const { proposal } = await submit(app.services, applicant, {
      business_name,
      business_location: '1-2_x0041_\u0007',
    });
    const query = `?applicant_id=${applicant.id}`;
    const { answer, sheet, parts } = await openWorkbook('export-full.xlsx', query);
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(answer.headers.get('content-disposition')).toContain('filename="proposals-full.xlsx"');
    expect([...parts.keys()]).toContain('xl/workbook.xml');
    const [names, cells, ...rest] = textsOf(sheet);
    const row = Object.fromEntries(names!.map((name, at) => [name, cells![at]]));
    expect(rest).toEqual([]);
    expect(row).toMatchObject({
      Id: proposal.id,
      'Business Name': business_name,
      Location: '1-2_x005F_x0041_',
      'First Name': '=Ama',
      'Last Name': '&lt;b&gt;&amp;',
      Phone: '0201234567',
    });
    const [, typed] = cellsOf(sheet);
    const cellIn = (name: string) => typed![names!.indexOf(name)];
    expect([cellIn('Pitch Deck Pages'), cellIn('Received'), cellIn('Decided')]).toEqual([
      2,
      { instant: proposal.received_at },
      '',
    ]);
    expect(sheet.match(/<col min="\d+" max="\d+" width="\d+"/g)).toHaveLength(names!.length);
    expect(sheet).toContain('<pane ySplit="1"');
    const short = await openWorkbook('export.xlsx', query);
    expect(cellsOf(short.sheet)[1]![5]).toEqual({ day: proposal.created_at.slice(0, 10) });
    expect(short.answer.headers.get('content-disposition')).toContain('filename="proposals.xlsx"');
    expect(textsOf(short.sheet)[1]).toContain('Not decided yet');
  });

  test('a text that no cell takes is cut and says so', async () => {
    const applicant = await app.signIn();
    const business_description = `<p>${'a'.repeat(40_000)}</p>`;
    await submit(app.services, applicant, { business_description });
    const { sheet } = await openWorkbook('export-full.xlsx', `?applicant_id=${applicant.id}`);
    const longest = textsOf(sheet)[1]!.reduce((one, other) =>
      other.length > one.length ? other : one,
    );
    expect(longest).toHaveLength(32_767);
    expect(longest).toMatch(/the CSV has the whole text\)$/);
  });

  test('every export and archive is in the log, with its filters', async () => {
    const files = [
      'export.csv',
      'export.xlsx',
      'export-full.csv',
      'export-full.xlsx',
      'documents.zip',
    ];
    for (const file of files)
      await admin.get(`/proposals/admin/${file}?region=Volta&decision=declined`);
    const { body } = await admin.get('/audit/?entity=export&actor=me&limit=5');
    const told = body.map(
      ({ action, changes }: { action: string; changes: { after: unknown }[] }) => [
        action,
        ...changes.map(({ after }) => after),
      ],
    );
    expect(told).toEqual(
      files
        .map((file) => [
          file === 'documents.zip' ? 'proposals.exportDocuments' : 'proposals.export',
          file,
          'Volta',
          'declined',
          0,
        ])
        .reverse(),
    );
    const applicant = await app.signIn();
    expect((await applicant.get('/proposals/admin/export.xlsx')).status).toBe(403);
  });
});
