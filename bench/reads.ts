/** Single rows by key: the most frequent calls of screens. */
import type { Row } from './report.ts';
import { compareReading, inWorld, signedIn } from './world.ts';

export const benchReads = (): Promise<Row[]> =>
  inWorld({ proposals: 1000, users: 200 }, async (world) => {
    const { programIds, applicantToken, adminToken } = world.seeded;
    const programs = programIds.map((id) => `/api/v1/programs/${id}`);
    return [
      await compareReading(world, 'GET /programs/{id}', programs, {}, undefined),
      await compareReading(
        world,
        'GET /auth/me',
        ['/api/v1/auth/me'],
        signedIn(applicantToken),
        undefined,
      ),
      await compareReading(
        world,
        'GET /programs/{id}, signed in',
        programs,
        signedIn(adminToken),
        undefined,
      ),
    ];
  });
