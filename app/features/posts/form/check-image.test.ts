import { expect, test } from 'vitest';
import { bomb, picture, svg } from '#tests/image-samples.ts';
import { checkImage } from './check-image.ts';
import { readImageHead } from './image-size.ts';

const headOf = async (file: File) => readImageHead(new Uint8Array(await file.arrayBuffer()));

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'the size of a %s stands in its first bytes',
  async (format) => {
    expect(await headOf(await picture({ width: 321, height: 123, format }))).toEqual({
      size: { width: 321, height: 123 },
    });
  },
);

test('an AVIF is known as a picture', async () => {
  expect(
    (await checkImage(await picture({ format: 'avif' }), 'featured image')).refusal,
  ).toBeUndefined();
});

test('what cannot be shown is refused before a byte is sent, by its name', async () => {
  const refusalOf = async (file: File) => (await checkImage(file, 'featured image')).refusal;
  expect(await refusalOf(svg())).toMatch(
    /^The featured image "kente.svg" is not an image that can be shown here/,
  );
  expect(await refusalOf(bomb())).toMatch(/^The featured image "walls.png" has too many pixels/);
  expect(
    await refusalOf(new File(['%PDF-1.7 and so on, and so on, and so on'], 'plan.jpg')),
  ).toMatch(/"plan.jpg" is not an image/);
  expect(await refusalOf(new File([], 'nothing.png'))).toBe(
    'The featured image "nothing.png" is empty. Choose another file.',
  );
  expect(await refusalOf(new File([new Uint8Array(21 * 1_048_576)], 'big.jpg'))).toBe(
    'The featured image "big.jpg" is 22 MB. The limit is 20 MB. Make it smaller.',
  );
});
