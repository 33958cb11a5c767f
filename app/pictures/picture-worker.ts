import { shrinkPicture } from './shrink-picture.ts';

/** One picture after the other: a phone holds only one of them unpacked. */
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrinkPicture(data).then(
    (page) => postMessage(page),
    () => postMessage(null),
  );
});
