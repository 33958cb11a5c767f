import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PDF_LIMIT_MS, PdfStopped, withinLimit } from './pdf-guard.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => {});
const inSight = () => false;

test('what comes in time is answered, and nothing is stopped', async () => {
  const stop = vi.fn();
  const work = new Promise<string>((resolve) => setTimeout(resolve, PDF_LIMIT_MS - 1, 'page'));
  const answer = withinLimit(work, { stop, isAside: inSight });
  await vi.advanceTimersByTimeAsync(PDF_LIMIT_MS * 3);
  expect(await answer).toBe('page');
  expect(stop).not.toHaveBeenCalled();
});

test('a PDF that never ends is stopped after ten seconds, once', async () => {
  const stop = vi.fn();
  const answer = expect(withinLimit(never, { stop, isAside: inSight })).rejects.toThrow(PdfStopped);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(stop).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  await answer;
  expect(stop).toHaveBeenCalledOnce();
});

test('while nobody looks at the screen nothing is drawn, so nothing is stopped', async () => {
  const stop = vi.fn();
  let isAside = true;
  const answer = expect(withinLimit(never, { stop, isAside: () => isAside })).rejects.toThrow(
    PdfStopped,
  );
  await vi.advanceTimersByTimeAsync(PDF_LIMIT_MS * 5);
  expect(stop).not.toHaveBeenCalled();
  isAside = false;
  await vi.advanceTimersByTimeAsync(PDF_LIMIT_MS);
  await answer;
  expect(stop).toHaveBeenCalledOnce();
});

test('what the PDF refuses itself stays its own refusal', async () => {
  const stop = vi.fn();
  const work = Promise.reject(new Error('Invalid PDF structure.'));
  await expect(withinLimit(work, { stop, isAside: inSight })).rejects.toThrow('Invalid PDF');
  expect(stop).not.toHaveBeenCalled();
});
