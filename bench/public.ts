/** Public pages, which are the same for everybody and therefore cached. */
import type { Row } from './report.ts';
import { compareReading, inWorld, signedIn } from './world.ts';

const TARGET = 0.5;
const BROWSER = {
  'accept-encoding': 'gzip, deflate, br',
  accept: 'text/html',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
};

export const benchPublic = (): Promise<Row[]> =>
  inWorld({}, async (world) => {
    const page = '/national-pitch-trek/programs';
    return [
      await compareReading(world, 'GET /programs/', ['/api/v1/programs/'], {}, TARGET),
      await compareReading(
        world,
        'GET /programs/?open=true&limit=10',
        ['/api/v1/programs/?open=true&limit=10'],
        {},
        TARGET,
      ),
      await compareReading(
        world,
        'GET /programs/?limit=10, signed in (not cached)',
        ['/api/v1/programs/?limit=10'],
        signedIn(world.seeded.applicantToken),
        undefined,
      ),
      await compareReading(world, `GET ${page}, brotli`, [page], BROWSER, TARGET),
      await compareReading(
        world,
        `GET ${page}/{id}, plain`,
        [`${page}/${world.seeded.programIds[0]}`],
        {},
        TARGET,
      ),
    ];
  });
