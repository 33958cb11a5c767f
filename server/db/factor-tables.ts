/** The tables of admins' second factors; part of tables.ts. */

/** A passkey, or a person's one authenticator app. */
export type FactorsTable = {
  id: string;
  user_id: string;
  kind: 'passkey' | 'totp';
  name: string;
  /** Passkeys only: base64url, as browsers send it. */
  credential_id: string | null;
  public_key: string | null;
  /** Grows with each use; stays 0 if the passkey does not count. */
  sign_count: number;
  /** How the browser reaches it, comma-separated. */
  transports: string;
  /** Apps only: encrypted. */
  secret: string | null;
  /** The 30-second step of the last code used: neither it nor an earlier one is accepted again. */
  last_step: number;
  created_at: Date;
  last_used_at: Date | null;
};

/** One row per unused code. */
export type RecoveryCodesTable = { user_id: string; code_hash: string; created_at: Date };

/** At most one per user and purpose: an unfinished login or set-up. */
export type FactorChallengesTable = {
  user_id: string;
  purpose: 'login' | 'passkey' | 'totp';
  /** Logins only. */
  token_hash: string | null;
  /** What the passkey must sign, or the encrypted secret to be confirmed. */
  value: string | null;
  wrong_tries: number;
  expires_at: Date;
};
