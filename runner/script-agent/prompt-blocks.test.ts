import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PromptBlock, parsePrompt, patchedPaths, summary } from "./prompt-blocks";

const fence = "```";

function actions(prompt: string): PromptBlock[] {
  return parsePrompt(prompt).filter(({ kind }) => kind !== "text");
}

describe("parsing a prompt", () => {
  it.each(["sh", "bash", "shell", "SH", "sh title=x"])("parses a %s fence as a command", (info) => {
    expect(actions(`Run\n${fence}${info}\nls\npwd\n${fence}\n`)).toMatchObject([
      { kind: "shell", command: "ls\npwd\n" },
    ]);
  });

  it("parses a quoted file path", () => {
    expect(actions(`${fence}file "a b.txt"\nhi\n${fence}`)).toMatchObject([{ path: "a b.txt", content: "hi\n" }]);
  });

  it("keeps shorter fences inside a longer one as content", () => {
    const prompt = `${fence}\`file README.md\n${fence}sh\nls\n${fence}\n${fence}\`\n`;
    expect(actions(prompt)).toMatchObject([{ kind: "file", content: `${fence}sh\nls\n${fence}\n` }]);
  });

  it("ignores blocks inside a fence of another language", () => {
    expect(actions(`${fence}\`markdown\n${fence}sh\nrm -rf .\n${fence}\n${fence}\`\n`)).toEqual([]);
  });

  it("extends an unclosed fence to the end", () => {
    expect(actions(`${fence}sh\nls`)).toMatchObject([{ command: "ls\n" }]);
  });

  it("reads CRLF as line breaks", () => {
    expect(actions(`${fence}sh\r\nls\r\n${fence}\r\nbye`)).toMatchObject([{ command: "ls\n" }]);
  });

  it("removes a fence's indentation from its content", () => {
    expect(actions(`1. Step\n\n   ${fence}sh\n   if true; then\n     ls\n   fi\n   ${fence}\n`)).toMatchObject([
      { command: "if true; then\n  ls\nfi\n" },
    ]);
  });

  it("supports tildes and closes only with the same character", () => {
    expect(actions(`~~~sh\necho '${fence}'\n${fence}\n~~~~\n`)).toMatchObject([
      { command: `echo '${fence}'\n${fence}\n` },
    ]);
  });

  it("doesn't parse inline code as a fence", () => {
    expect(actions(`${fence}sh ls${fence} is inline`)).toEqual([]);
  });

  const line = fc.oneof(
    fc.constantFrom(fence, `${fence}\``, "~~~", `${fence}sh`, `  ${fence}diff`, `${fence}file a`, "ls", "", "  x"),
    fc.string({ unit: "grapheme" }),
  );
  const prompts = fc
    .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\n\n")))
    .map((lines) => lines.map(([text, end]) => text + end).join(""));

  it("returns blocks that join to the original prompt", () => {
    fc.assert(
      fc.property(fc.oneof(prompts, fc.string()), (prompt) => {
        expect(
          parsePrompt(prompt)
            .map(({ raw }) => raw)
            .join(""),
        ).toBe(prompt);
      }),
    );
  });

  it("leaves no actions in text blocks and no adjacent text blocks", () => {
    fc.assert(
      fc.property(prompts, (prompt) => {
        const blocks = parsePrompt(prompt);
        for (const [index, block] of blocks.entries()) {
          if (block.kind !== "text") continue;
          expect(blocks[index + 1]?.kind).not.toBe("text");
          expect(actions(block.raw)).toEqual([]);
        }
      }),
    );
  });

  it("parses any content with a long enough fence", () => {
    fc.assert(
      fc.property(fc.array(fc.string().filter((text) => !/[\r\n]/.test(text))), (lines) => {
        const longest = Math.max(2, ...lines.map((text) => /`*/.exec(text.trim())?.[0].length ?? 0));
        const ticks = "`".repeat(longest + 1);
        const content = lines.map((text) => `${text}\n`).join("");
        expect(actions(`${ticks}file a\n${content}${ticks}\n`)).toMatchObject([{ content }]);
      }),
    );
  });
});

describe("describing a block", () => {
  it("shows the first command and the number of others", () => {
    const [block] = parsePrompt(`${fence}sh\n# setup\nnpm ci\nnpm test\n${fence}`);
    expect(block?.kind === "shell" && summary(block)).toBe("run `npm ci` and 1 more");
  });

  it("lists each file of a patch once", () => {
    expect(patchedPaths("--- a/x.ts\n+++ b/x.ts\n--- /dev/null\n+++ b/y.ts\t2024\n")).toEqual(["x.ts", "y.ts"]);
  });
});
