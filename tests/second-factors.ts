/** An admin with a password, an authenticator app and passkeys, through the API. */
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password-service.ts';
import type { Person, TestApp } from './app.ts';
import { PASSWORD } from './factories.ts';
import { softwarePasskey } from './passkeys.ts';

export const PERIOD_SECONDS = 30;

/** The code that an app shows `steps` half minutes from the product's now. */
export const appCode = (app: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.services.clock().getTime() + steps * PERIOD_SECONDS * 1000,
  });

/** One digit is another. */
export const otherThan = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;

export const signInAdmin = async (app: TestApp): Promise<Person> =>
  app.signIn({ role: 'admin', password_hash: await hashPassword(PASSWORD) });

/** Password and mailed code; answers what the login goes on with. */
export async function beginLogin(app: TestApp, email: string) {
  await app.visitor.post('/auth/login', { username: email, password: PASSWORD });
  return app.visitor.post('/auth/verify-otp', { email, otp: await app.readOtp(email) });
}

/** Answers the secret and what the confirmation answered. */
export async function addApp(app: TestApp, admin: Person) {
  const begun = await admin.post('/auth/second-factor/totp/setup', { current_password: PASSWORD });
  const { secret } = begun.body as { secret: string };
  const code = appCode(app, secret);
  const confirmed = await admin.post('/auth/second-factor/totp/confirm', { code });
  return { secret, begun, confirmed, recoveryCodes: confirmed.body.recovery_codes as string[] };
}

/** Answers the passkey and what the confirmation answered. */
export async function addPasskey(admin: Person, origin: string, name = 'Work laptop') {
  const passkey = softwarePasskey();
  const begun = await admin.post('/auth/second-factor/passkey/setup', {
    current_password: PASSWORD,
  });
  const credential = passkey.create({ challenge: begun.body.challenge, origin });
  const confirmed = await admin.post('/auth/second-factor/passkey/confirm', { name, credential });
  return { passkey, begun, credential, confirmed };
}
