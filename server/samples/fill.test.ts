import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SAMPLE_DECLINE_TEMPLATES } from '#content/samples/decline-templates.ts';
import { SAMPLE_POSTS } from '#content/samples/posts.ts';
import { slugOf } from '#domain/posts/rules.ts';
import type { Post } from '#domain/posts/schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { readConfig } from '../config.ts';
import { fillSamplePosts } from './posts.ts';
import { fillSamples } from './fill.ts';
import { openServices } from '../services.ts';

describe.each(ENGINES)('samples on %s', (engine) => {
  test('two instances fill an empty database once, and a used one never', async () => {
    const app = await createTestAppOn(engine);
    await Promise.all([fillSamples(app.services), fillSamples(app.services)]);
    await fillSamples(app.services);
    const { body: programs } = await app.visitor.get('/programs/');
    expect(new Set(programs.map(({ title }: { title: string }) => title)).size).toBe(
      programs.length,
    );
    expect(new Set(programs.map(({ sector }: { sector: string }) => sector))).toEqual(
      new Set(SECTORS),
    );
    expect(programs.filter(({ is_open }: { is_open: boolean }) => !is_open)).toHaveLength(1);
    const { templates } = await app.services.db.read
      .selectFrom('decline_templates')
      .select((eb) => eb.fn.countAll<number>().as('templates'))
      .executeTakeFirstOrThrow();
    expect(templates).toBe(SAMPLE_DECLINE_TEMPLATES.length);
    const users = await app.services.db.read
      .selectFrom('users')
      .select(['email', 'role'])
      .orderBy('email')
      .execute();
    expect(users).toEqual([
      { email: 'admin@example.com', role: 'admin' },
      { email: 'applicant@example.com', role: 'applicant' },
    ]);
    await app.services.db.read.deleteFrom('programs').execute();
    await fillSamples(app.services);
    expect(await app.services.db.read.selectFrom('programs').select('id').execute()).toEqual([]);
    await app.close();
  });

  test('a sample post can be sent back as it was read, also one without a gallery', async () => {
    const app = await createTestAppOn(engine);
    await fillSamples(app.services);
    await fillSamplePosts(app.services);
    const admin = await app.signIn({ role: 'admin' });
    const { body: posts } = await admin.get('/cms/');
    expect(posts.map((post: Post) => post.gallery_images.length)).toContain(0);
    for (const { id } of posts) {
      const { body, headers } = await admin.get(`/cms/${id}`);
      const repeated = await admin.patch(`/cms/${id}`, body);
      expect([repeated.status, repeated.body]).toEqual([200, body]);
      expect(repeated.headers.get('etag')).toBe(headers.get('etag'));
    }
    await app.close();
  });

  test('two first starts on one empty database add the sample posts side by side, each once', async ({
    skip,
  }) => {
    const database = engine === 'postgres' ? await createTestDatabase() : undefined;
    if (database?.isConcurrent === false)
      skip('no PostgreSQL is installed, and PGlite has one session for all');
    const dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-two-'));
    const open = () =>
      openServices(
        readConfig({ DATA_DIR: dataDir, DATABASE_URL: database?.url, LOG_LEVEL: 'silent' }),
      );
    const instances = await Promise.all([open(), open()]);
    await Promise.all(instances.map(fillSamples));
    const { read } = instances[0]!.db;
    await Promise.all(instances.map(fillSamplePosts));
    const slugs = (await read.selectFrom('posts').select('slug').execute()).map(({ slug }) => slug);
    expect(slugs.sort()).toEqual(SAMPLE_POSTS.map(({ title }) => slugOf(title)).sort());
    const images = await read.selectFrom('images').select('id').execute();
    const remaining = new Set<string>();
    for await (const { key } of instances[0]!.files.list())
      remaining.add(images.find(({ id }) => key.includes(id))?.id ?? `${key} belongs to nothing`);
    expect([...remaining].sort()).toEqual(images.map(({ id }) => id).sort());
    for (const { db } of instances) await db.close();
    await database?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
