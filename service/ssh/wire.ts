/** The data is not valid SSH wire format. */
export class WireError extends Error {}

/** Reads SSH binary values (RFC 4251, section 5) in sequence. Throws {@link WireError} past the end. */
export function readWire(bytes: Buffer) {
  let at = 0;
  function take(length: number): Buffer {
    if (length > bytes.length - at) throw new WireError("unexpected end of data");
    at += length;
    return bytes.subarray(at - length, at);
  }
  const string = () => take(take(4).readUInt32BE());
  return {
    string,
    text: () => string().toString("utf8"),
    uint32: () => take(4).readUInt32BE(),
    uint64: () => take(8).readBigUInt64BE(),
    /** Reads a positive integer. Rejects leading zeros, so every key has a single encoding. */
    positive(): Buffer {
      const number = string();
      const [first = 0, second = 0] = number;
      if (number.length === 0 || first >= 0x80) throw new WireError("number is not positive");
      if (first === 0 && second < 0x80) throw new WireError("number has leading zeros");
      return first === 0 ? number.subarray(1) : number;
    },
    /** Current offset in bytes. */
    position: () => at,
    done: () => at === bytes.length,
    end() {
      if (at !== bytes.length) throw new WireError("trailing data");
    },
  };
}

export type Wire = ReturnType<typeof readWire>;

/** Encodes a string in SSH wire format. */
export function wireString(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
