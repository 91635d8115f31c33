import { afterAll, beforeAll, expect, it } from "vitest";
import { createRunHarness, type RunHarness } from "../testing/run-harness";
import { TokenCount } from "./token-count";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

it("estimates four characters per token, of each text", () => {
  const count = new TokenCount();
  for (const text of ["12345678", "1", ""]) count.read(text);
  count.wrote("12345");
  expect(count.usage).toEqual({ inputTokens: 3, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 });
});

it("the script agent reports input and output tokens", async () => {
  const text = "```sh\necho one two three\n```\n";
  const { outcome, frames } = await harness.run({ prompt: { text, images: [] } });
  const thinking = frames.flatMap(({ event, data }) => (event === "thinking" && hasText(data) ? [data.text] : []));
  const paragraphs = outcome.result.split(/(?=\n\n)/);
  const written = [...paragraphs, ...thinking, "echo one two three"];
  expect(outcome.usage).toEqual({
    inputTokens: 8 + 4,
    outputTokens: written.reduce((sum, each) => sum + Math.ceil(each.length / 4), 0),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  });
});

function hasText(data: unknown): data is { text: string } {
  return typeof data === "object" && data !== null && "text" in data && typeof data.text === "string";
}
