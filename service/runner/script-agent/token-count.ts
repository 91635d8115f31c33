import type { RunUsage } from "../run-spec";

/** Longest run of characters without a break that is counted as one piece: the tokenizer's time grows with its square. */
const longestPiece = 512;

function* pieces(text: string): Generator<string> {
  let plain = "";
  for (const [part] of text.matchAll(/\S+|\s+/g)) {
    if (part.length <= longestPiece) {
      plain += part;
      continue;
    }
    yield plain;
    plain = "";
    for (let from = 0; from < part.length; from += longestPiece) yield part.slice(from, from + longestPiece);
  }
  yield plain;
}

/** Tokens of texts. The encoding is loaded at the first count: it takes longer than the agent's start otherwise does. */
export async function countTokens(texts: readonly string[]): Promise<number> {
  const tokenizer = await import("gpt-tokenizer/encoding/cl100k_base");
  // Marks such as `<|endoftext|>` are words of a text here, not orders to a model.
  const options = { disallowedSpecial: new Set<string>() };
  let count = 0;
  for (const text of texts) for (const piece of pieces(text)) count += tokenizer.countTokens(piece, options);
  return count;
}

/** What an agent read and wrote in one turn. */
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
