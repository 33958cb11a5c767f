/**
 * The service worker of the portal, scope /dashboard: the screens of applicants or judges open
 * offline. Built separately by vite/portal-worker.ts; every other request passes through untouched.
 */
import {
  answerCall,
  answerSave,
  clearAnswers,
  endsSession,
  isCacheable,
  isSave,
} from './cached-answers.ts';
import { answerAsset, answerPage, dropOldShells, cacheShell, templateOf } from './cached-shell.ts';
import type { WorkerScope } from './worker-scope.ts';

const worker = self as unknown as WorkerScope;

worker.addEventListener('install', (event) =>
  event.waitUntil(cacheShell().then(() => worker.skipWaiting())),
);
worker.addEventListener('activate', (event) =>
  event.waitUntil(dropOldShells().then(() => worker.clients.claim())),
);
/** Pages send only one message: the session is over. */
worker.addEventListener('message', (event) => event.waitUntil(clearAnswers()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (endsSession(request, url)) return event.waitUntil(clearAnswers());
  if (isSave(request, url)) return event.respondWith(answerSave(request));
  if (request.method !== 'GET') return;
  const template = request.mode === 'navigate' ? templateOf(url.pathname) : undefined;
  if (template) return event.respondWith(answerPage(request, template));
  if (url.pathname.startsWith('/assets/')) return event.respondWith(answerAsset(request));
  if (!isCacheable(request, url)) return;
  const { answer, done } = answerCall(request);
  event.respondWith(answer);
  event.waitUntil(done);
});
