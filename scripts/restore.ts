/** `npm run restore -- FILE`: a backup into an empty data folder. */
import { runCommand } from './backup/command.ts';
import { describeCounts } from './backup/manifest.ts';
import { restoreBackup } from './backup/unpack.ts';

await runCommand(
  'Usage: npm run restore -- FILE',
  async ({ dataDir }, file) =>
    `Restored ${describeCounts(await restoreBackup(dataDir, file))} from ${file} to ${dataDir}.`,
);
