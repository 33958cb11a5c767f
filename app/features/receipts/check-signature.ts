import type { Receipt, ReceiptKey } from '#domain/receipts/schema.ts';

/** Base64url without padding, the format of signatures and keys. */
function readBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

type SignedFields = Pick<
  Receipt,
  | 'content_sha256'
  | 'number'
  | 'program_title'
  | 'received_at'
  | 'completed_at'
  | 'on_behalf'
  | 'signature'
  | 'key_id'
>;

/**
 * Whether one of these public keys has signed the receipt, as docs/receipts.md describes. Also
 * false for an invalid signature or key.
 */
export async function isGenuine(
  receipt: SignedFields,
  keys: readonly ReceiptKey[],
): Promise<boolean> {
  const { completed_at, content_sha256, number, on_behalf, program_title, received_at } = receipt;
  const found = keys.find(({ kid }) => kid === receipt.key_id);
  if (!found) return false;
  const { kty, crv, x } = found;
  const typed = on_behalf
    ? { completed_at, content_sha256, number, on_behalf }
    : { content_sha256, number };
  const signed = JSON.stringify({ ...typed, program_title, received_at });
  try {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    const bytes = new TextEncoder().encode(signed);
    return await crypto.subtle.verify('Ed25519', key, readBytes(receipt.signature), bytes);
  } catch {
    return false;
  }
}
