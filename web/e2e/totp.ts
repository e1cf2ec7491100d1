import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

// totp computes the code of a time step (RFC 6238) from a secret in Base32, as an authenticator application does. The steps after the
// current one are for tests that sign in twice within 30 seconds: a code counts once, and the server accepts the next one.
export function totp(secret: string, after = 0): string {
  let bits = '';
  for (const character of secret) bits += alphabet.indexOf(character).toString(2).padStart(5, '0');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + after));
  const sum = createHmac('sha1', key).update(counter).digest();
  const offset = (sum.at(-1) ?? 0) & 0x0f;
  return ((sum.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).toString().padStart(6, '0');
}
