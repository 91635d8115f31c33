import type { RunUsage } from "../run/run-spec";

/** Models' encodings have about this many characters per token of code and English. */
const charactersPerToken = 4;

const estimatedTokens = (text: string) => Math.ceil(text.length / charactersPerToken);

/** Estimates the tokens of the texts an agent read and wrote in a turn. */
export class TokenCount {
  #inputTokens = 0;
  #outputTokens = 0;

  read(text: string): void {
    this.#inputTokens += estimatedTokens(text);
  }

  wrote(text: string): void {
    this.#outputTokens += estimatedTokens(text);
  }

  get usage(): RunUsage {
    return {
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    };
  }
}
