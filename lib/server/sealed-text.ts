import { hkdf } from "node:crypto";
import { promisify } from "node:util";
import { CompactEncrypt, compactDecrypt } from "jose";

const keyOf = async (secret: string, purpose: string) =>
  new Uint8Array(await promisify(hkdf)("sha256", secret, "", purpose, 32));

/**
 * Encrypts text with a key derived from the session secret, which all processes of a dashboard share. `purpose` separates
 * the keys of different data.
 */
export async function sealText(text: string, secret: string, purpose: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(await keyOf(secret, purpose));
}

/** Throws if it was sealed with another secret or for another purpose. */
export async function openText(sealed: string, secret: string, purpose: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, await keyOf(secret, purpose));
  return new TextDecoder().decode(plaintext);
}
