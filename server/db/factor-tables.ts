/** The tables of the second factor of admins, for tables.ts. */

/** One passkey, or the one authenticator app of a person. */
export type FactorsTable = {
  id: string;
  user_id: string;
  kind: 'passkey' | 'totp';
  name: string;
  /** Of a passkey: base64url, as the browser names them. */
  credential_id: string | null;
  public_key: string | null;
  /** Grows with each use, or stays 0 where the passkey does not count. */
  sign_count: number;
  /** How the browser reaches it, with commas between. */
  transports: string;
  /** Of an app: encrypted. */
  secret: string | null;
  /** The half minute whose code was used last: none of it or of one before is taken again. */
  last_step: number;
  created_at: Date;
  last_used_at: Date | null;
};

/** One row for each that has not been used. */
export type RecoveryCodesTable = { user_id: string; code_hash: string; created_at: Date };

/** At most one for a user and purpose: a login or a set-up that is not finished. */
export type FactorChallengesTable = {
  user_id: string;
  purpose: 'login' | 'passkey' | 'totp';
  /** Of a login. */
  token_hash: string | null;
  /** What the passkey is to sign, or the encrypted secret that is to be confirmed. */
  value: string | null;
  wrong_tries: number;
  expires_at: Date;
};
