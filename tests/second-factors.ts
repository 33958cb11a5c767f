/** An admin with a password, an authenticator app and passkeys, through the API. */
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/passwords.ts';
import type { Person, TestApp } from './app.ts';
import { PASSWORD } from './factories.ts';
import { softwarePasskey } from './passkeys.ts';

export const PERIOD_SECONDS = 30;

/** The code that an app shows `steps` half minutes from the product's current time. */
export const appCode = (app: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.services.clock().getTime() + steps * PERIOD_SECONDS * 1000,
  });

/** The code with one digit changed. */
export const otherThan = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;

export const signInAdmin = async (app: TestApp): Promise<Person> =>
  app.signIn({ role: 'admin', password_hash: await hashPassword(PASSWORD, '127.0.0.1') });

/** Submits password and mailed code; returns what the login continues with. */
export async function beginLogin(app: TestApp, email: string) {
  await app.visitor.post('/auth/login', { username: email, password: PASSWORD });
  return app.visitor.post('/auth/verify-otp', { email, otp: await app.readOtp(email) });
}

/** Returns the secret and the answer to the confirmation. */
export async function addApp(app: TestApp, admin: Person) {
  const begun = await admin.post('/auth/second-factor/totp/setup', { current_password: PASSWORD });
  const { secret } = begun.body as { secret: string };
  const code = appCode(app, secret);
  const confirmed = await admin.post('/auth/second-factor/totp/confirm', { code });
  return { secret, begun, confirmed, recoveryCodes: confirmed.body.recovery_codes as string[] };
}

/** Returns the passkey and the answer to the confirmation. */
export async function addPasskey(admin: Person, origin: string, name = 'Work laptop') {
  const passkey = softwarePasskey();
  const begun = await admin.post('/auth/second-factor/passkey/setup', {
    current_password: PASSWORD,
  });
  const credential = passkey.create({ challenge: begun.body.challenge, origin });
  const confirmed = await admin.post('/auth/second-factor/passkey/confirm', { name, credential });
  return { passkey, begun, credential, confirmed };
}
