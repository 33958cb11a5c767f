import { listMailsQuery, mail, singleMail } from '#domain/mails/schema.ts';
import { getMail, listMails, retryMail } from './service.ts';
import { calls, list, one } from '../http/calls.ts';

export const mailsCalls = calls({
  'GET /mails/': list('mails.list', 'List emails and their delivery status', mail, {
    query: listMailsQuery,
    run: listMails,
  }),
  'GET /mails/{id}': one('mails.get', 'Get an email, with its text while it waits to be sent', {
    answer: singleMail,
    run: getMail,
  }),
  'POST /mails/{id}/retry': one('mails.retry', 'Resend a failed email', {
    answer: mail,
    run: retryMail,
  }),
});
