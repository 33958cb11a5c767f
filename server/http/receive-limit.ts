/**
 * Ends requests that trickle in forever: a body must arrive at least as fast as on the slowest
 * supported line.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tooSlow } from './client-errors.ts';

const SLOWEST_BYTES_PER_SECOND = 50_000;
/** Such a line also loses packets and pauses. */
const MARGIN = 1.25;
/** The minimum for any request, however small: a phone may lose its connection for a moment. */
const BASE_MS = 60_000;
/** Files of the largest form: both documents of a submission. */
const FORM_FILES = 2;

/** Milliseconds that a body of this many bytes may take. */
export const receiveMs = (bytes: number): number =>
  Math.ceil(BASE_MS + (bytes / SLOWEST_BYTES_PER_SECOND) * MARGIN * 1000);

/** What of a route decides how much it takes. */
type Sizes = { hasFiles: boolean; takesBytes: boolean };

/** The size of the largest valid request of a route; one without files takes `bodyLimit`. */
export function maxRequestBytes(
  { hasFiles, takesBytes }: Sizes,
  { maxUploadBytes, bodyLimit }: { maxUploadBytes: number; bodyLimit: number },
): number {
  if (takesBytes) return Math.max(maxUploadBytes, bodyLimit);
  return bodyLimit + (hasFiles ? FORM_FILES * maxUploadBytes : 0);
}

const TOO_SLOW = JSON.stringify(tooSlow().toBody());
const ANSWER = `HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(TOO_SLOW)}\r\n\r\n${TOO_SLOW}`;

/**
 * Ends a request whose body has not arrived in the time allowed for its size. Takes that time as a
 * function of bytes.
 */
export function limitReceiving(
  request: IncomingMessage,
  maxBytes: number,
  msFor: (bytes: number) => number = receiveMs,
): void {
  // A page's own call has its body already, and no socket that could be ended.
  if (!(request.socket instanceof Socket) || !hasBody(request)) return;
  const announced = Number(request.headers['content-length'] ?? maxBytes);
  const timer = setTimeout(
    () => request.complete || end(request),
    msFor(Math.min(announced, maxBytes)),
  );
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Bypasses the framework, which is still waiting for the body. */
function end({ socket }: IncomingMessage): void {
  socket.end(ANSWER, () => socket.destroy());
}
