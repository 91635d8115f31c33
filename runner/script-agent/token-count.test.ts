import { countTokens as countWith } from "gpt-tokenizer/encoding/p50k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { countTokens } from "./token-count";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

describe("counting tokens", () => {
  it("matches the encoding", async () => {
    const text = "export function refund(amount: number): number {\n  return -amount; // 3.50 €, für alle 👍\n}\n";
    expect(await countTokens([text, "hello world"])).toBe(countWith(text) + 2);
  });

  it("counts special tokens as plain text", async () => {
    expect(await countTokens(["<|endoftext|>"])).toBeGreaterThan(1);
  });

  it.each(["x", "=", " ", "\n", "é"])("counts a million repetitions of %j quickly", async (sign) => {
    const startedAt = performance.now();
    expect(await countTokens([sign.repeat(1_000_000)])).toBeGreaterThan(1_000);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it("the script agent reports input and output tokens", async () => {
    const text = "```sh\necho one two three\n```\n";
    const { outcome, frames } = await harness.run({ prompt: { text, images: [] } });
    const thinking = frames.flatMap(({ event, data }) => (event === "thinking" && hasText(data) ? [data.text] : []));
    expect(outcome.usage).toEqual({
      inputTokens: countWith(text) + countWith("one two three\n"),
      outputTokens: expect.any(Number),
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    });
    const paragraphs = outcome.result.split(/(?=\n\n)/);
    const written = [...paragraphs, ...thinking, "echo one two three"];
    expect(outcome.usage?.outputTokens).toBe(written.reduce((sum, each) => sum + countWith(each), 0));
  });
});

function hasText(data: unknown): data is { text: string } {
  return typeof data === "object" && data !== null && "text" in data && typeof data.text === "string";
}
