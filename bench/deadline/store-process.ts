/**
 * An S3 store in a separate process, so that its work is not counted as the load's. Prints its
 * settings.
 */
import { startS3 } from '#tests/servers/s3.ts';

const s3 = await startS3();
console.log(JSON.stringify(s3.env));
process.once('SIGTERM', () => void s3.stop().then(() => process.exit(0)));
