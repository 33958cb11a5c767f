import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSmtp, type SmtpServer } from './smtp.ts';

let server: SmtpServer;
beforeEach(async () => void (server = await startSmtp()));
afterEach(() => server.stop());

function send(to: string, text = 'Your code is 123456', socketTimeout = 60_000): Promise<unknown> {
  const transport = createTransport({ url: server.url, ignoreTLS: true, socketTimeout });
  return transport.sendMail({
    from: 'desk@example.com',
    to: { name: 'Ama Mensah', address: to },
    subject: 'Akwaaba – your code',
    text,
  });
}

test('a message arrives parsed, with its envelope', async () => {
  await send('ama@example.com');
  const message = await server.waitFor('ama@example.com');
  expect(message.subject).toBe('Akwaaba – your code');
  expect(message.text?.trim()).toBe('Your code is 123456');
  expect(message.envelope).toEqual({ from: 'desk@example.com', to: ['ama@example.com'] });
});

test('waitFor returns the newest message once there are as many as requested', async () => {
  const second = server.waitFor('ama@example.com', 2);
  await send('ama@example.com', 'first');
  await send('kofi@example.com', 'not hers');
  await send('ama@example.com', 'second');
  expect((await second).text?.trim()).toBe('second');
});

test('it refuses for good', async () => {
  server.mood = 'refuse';
  await expect(send('ama@example.com')).rejects.toMatchObject({ responseCode: 550 });
  expect(server.messages).toEqual([]);
});

test('it greylists the first try and takes the second', async () => {
  server.mood = 'greylist';
  await expect(send('ama@example.com')).rejects.toMatchObject({ responseCode: 451 });
  await send('ama@example.com');
  expect(server.tries).toBe(2);
  expect(server.messages).toHaveLength(1);
});

test('it hangs, and accepts the next message once the mood changes', async () => {
  server.mood = 'hang';
  await expect(send('ama@example.com', '', 300)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  server.mood = 'accept';
  await send('ama@example.com');
  expect(server.messages).toHaveLength(1);
});
