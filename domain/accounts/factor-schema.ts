import * as z from 'zod/mini';
import { FACTORS, LENGTHS } from '../constants.ts';
import { requiredText } from '../text.ts';
import { FACTOR } from './factor-messages.ts';
import { RENEWAL } from './session-messages.ts';

const METHODS = ['passkey', 'totp', 'recovery'] as const;
const KINDS = ['passkey', 'totp'] as const;

/** The answer to a right mailed code if a second factor is still required. */
export const factorChallenge = z.object({
  second_factor_required: z.literal(true),
  challenge_token: z.string(),
  expires_in: z.number(),
  /** The available methods, easiest first. */
  methods: z.array(z.enum(METHODS)),
});

const token = z
  .string({ error: FACTOR.expired })
  .check(z.minLength(1, FACTOR.expired), z.maxLength(200, FACTOR.expired));
const appCode = z.string({ error: FACTOR.code }).check(
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(new RegExp(`^\\d{${FACTORS.digits}}$`), FACTOR.code),
);

export const challengeInput = z.object({ challenge_token: token });
export const totpLoginInput = z.object({ challenge_token: token, code: appCode });
export const recoveryLoginInput = z.object({
  challenge_token: token,
  code: z
    .string({ error: FACTOR.recoveryCode })
    .check(z.trim(), z.minLength(1, FACTOR.recoveryCode), z.maxLength(100, FACTOR.recoveryCode)),
});

const MAX_CREDENTIAL_CHARS = 20_000;
const bytes = z
  .string({ error: FACTOR.credential })
  .check(z.regex(/^[\w-]+$/, FACTOR.credential), z.maxLength(MAX_CREDENTIAL_CHARS));
const credentialOf = <R extends z.core.$ZodShape>(response: R) =>
  z.object(
    {
      id: bytes,
      rawId: bytes,
      type: z.literal('public-key', { error: FACTOR.credential }),
      response: z.object(response, { error: FACTOR.credential }),
    },
    { error: FACTOR.credential },
  );

/** The result of the browser's `PublicKeyCredential.toJSON()`. */
const signature = credentialOf({
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
});
export const passkeyLoginInput = z.object({ challenge_token: token, credential: signature });
/** Staying needs one of the two; a password counts first. */
export const renewalInput = z
  .object({
    password: z.optional(z.string({ error: RENEWAL.missing }).check(z.maxLength(1000))),
    passkey: z.optional(signature),
  })
  .check(
    z.refine(({ password, passkey }) => Boolean(password || passkey), {
      error: RENEWAL.missing,
      path: ['password'],
    }),
  );
const TRANSPORT_CHARS = 40;
export const addPasskeyInput = z.object({
  name: requiredText('a name for the passkey', LENGTHS.name),
  credential: credentialOf({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(
      z
        .array(z.string().check(z.regex(/^[\w-]+$/), z.maxLength(TRANSPORT_CHARS)))
        .check(z.maxLength(10)),
    ),
  }),
});

/** Proof of ownership for a change: the password, or a code from the app. */
export const proofInput = z.object({
  current_password: z.optional(z.string().check(z.maxLength(1000))),
  code: z.optional(appCode),
});
export const confirmTotpInput = z.object({ code: appCode });

/** In the W3C's format; `PublicKeyCredential.parse…OptionsFromJSON()` accepts it unchanged. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
export const totpSetup = z.object({
  /** For typing in: base32. */
  secret: z.string(),
  /** The same as a URL for a QR code. */
  otpauth_url: z.string(),
  /** Seconds in which it must be confirmed. */
  expires_in: z.number(),
});

export const factor = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export const secondFactor = z.object({
  is_set_up: z.boolean(),
  /** Whether this installation requires one of all admins. */
  is_required: z.boolean(),
  factors: z.array(factor),
  recovery_codes_left: z.number(),
});
/** `recovery_codes`: only with the first factor, and never again. */
export const addedFactor = z.extend(factor, { recovery_codes: z.optional(z.array(z.string())) });
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export type FactorMethod = (typeof METHODS)[number];
export type FactorChallenge = z.output<typeof factorChallenge>;
export type RenewalInput = z.output<typeof renewalInput>;
export type PasskeyLoginInput = z.output<typeof passkeyLoginInput>;
export type AddPasskeyInput = z.output<typeof addPasskeyInput>;
export type Proof = z.output<typeof proofInput>;
export type SecondFactor = z.output<typeof secondFactor>;
export type AddedFactor = z.output<typeof addedFactor>;
export type TotpSetup = z.output<typeof totpSetup>;
export type RecoveryCodes = z.output<typeof recoveryCodes>;
