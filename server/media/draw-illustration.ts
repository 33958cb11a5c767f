/**
 * Run as a process of its own, `draw-illustration.ts FROM.svg TO.png [FROM.svg TO.png …]`: the
 * picture library would stay in the server's memory for months.
 */
import sharp from 'sharp';

const paths = process.argv.slice(2);
for (let i = 0; i < paths.length; i += 2)
  await sharp(paths[i])
    .png()
    .toFile(paths[i + 1]!);
