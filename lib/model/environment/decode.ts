/** Why bytes are no text that can be checked. */
interface Undecodable {
  reason: string;
  /** Offset of the first byte that is wrong. */
  offset: number;
}

export type Decoded = { text: string } | { undecodable: Undecodable };

const starts = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

/** The longest beginning of the bytes that is UTF-8. */
function firstWrongByte(bytes: Uint8Array): number {
  const whole = (length: number) => {
    try {
      // `stream` leaves a character that is cut off at the end for later instead of refusing it.
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

/** Reads the bytes of a file as UTF-8. A byte order mark stays in the text, so that it is written back as it was. */
export function decodeFile(bytes: Uint8Array): Decoded {
  if (starts(bytes, 0xff, 0xfe) || starts(bytes, 0xfe, 0xff))
    return { undecodable: { reason: "The file is UTF-16. Save it as UTF-8.", offset: 0 } };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const offset = firstWrongByte(bytes);
    return { undecodable: { reason: `The file is not UTF-8: byte ${offset} belongs to no character.`, offset } };
  }
}
