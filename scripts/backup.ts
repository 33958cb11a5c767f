/** `npm run backup -- FILE`: database and files in one archive, while the product runs. */
import { runCommand } from './backup/command.ts';
import { createBackup } from './backup/create.ts';
import { describeCounts } from './backup/manifest.ts';

await runCommand(
  'Usage: npm run backup -- FILE',
  async ({ dataDir }, file) =>
    `Saved ${describeCounts(await createBackup(dataDir, file))} to ${file}.`,
);
