import type { RunUsage } from "../run/run-spec";

/** Maximum length of unbroken text counted at once, because the tokenizer takes quadratic time. */
const maxPieceLength = 512;

function* pieces(text: string): Generator<string> {
  let plain = "";
  for (const [part] of text.matchAll(/\S+|\s+/g)) {
    if (part.length <= maxPieceLength) {
      plain += part;
      continue;
    }
    yield plain;
    plain = "";
    for (let from = 0; from < part.length; from += maxPieceLength) yield part.slice(from, from + maxPieceLength);
  }
  yield plain;
}

/** Counts tokens. The encoding is loaded on first use, because it takes longer than starting the agent. */
export async function countTokens(texts: readonly string[]): Promise<number> {
  const tokenizer = await import("gpt-tokenizer/encoding/p50k_base");
  // Special tokens such as `<|endoftext|>` are plain text here.
  const options = { disallowedSpecial: new Set<string>() };
  let count = 0;
  for (const text of texts) for (const piece of pieces(text)) count += tokenizer.countTokens(piece, options);
  return count;
}

/** The texts an agent read and wrote in a turn. */
export class TokenCount {
  readonly #read: string[] = [];
  readonly #written: string[] = [];

  read(text: string): void {
    this.#read.push(text);
  }

  wrote(text: string): void {
    this.#written.push(text);
  }

  async usage(): Promise<RunUsage> {
    const inputTokens = await countTokens(this.#read);
    const outputTokens = await countTokens(this.#written);
    return { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 };
  }
}
