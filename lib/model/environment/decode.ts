/** Why the bytes can't be decoded. */
interface Undecodable {
  reason: string;
  /** Offset of the first invalid byte. */
  offset: number;
}

export type Decoded = { text: string } | { undecodable: Undecodable };

const starts = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

/** Length of the longest valid UTF-8 prefix. */
function firstWrongByte(bytes: Uint8Array): number {
  const whole = (length: number) => {
    try {
      // With `stream`, an incomplete character at the end isn't an error.
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (whole(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Decodes UTF-8. Keeps a byte order mark in the text, so that it survives a save. */
export function decodeFile(bytes: Uint8Array): Decoded {
  if (starts(bytes, 0xff, 0xfe) || starts(bytes, 0xfe, 0xff))
    return { undecodable: { reason: "The file is UTF-16. Save it as UTF-8.", offset: 0 } };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const offset = firstWrongByte(bytes);
    return { undecodable: { reason: `The file isn't valid UTF-8: invalid byte at offset ${offset}.`, offset } };
  }
}
