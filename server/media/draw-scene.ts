/** Run as a process of its own, `draw-scene.ts FROM.svg TO.png`: the picture library would stay in the server's memory for months. */
import sharp from 'sharp';

const [from, to] = process.argv.slice(2);
await sharp(from).png().toFile(to!);
