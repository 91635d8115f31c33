import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRunHarness, type RunHarness, textOf } from "../testing/run-harness";

let harness: RunHarness;
beforeAll(async () => {
  harness = await createRunHarness();
});
afterAll(() => harness.dispose());

const fence = "```";
const block = (info: string, body: string) => `${fence}${info}\n${body}\n${fence}\n`;
const prompt = (text: string) => ({ text, images: [] });

describe("the script agent", () => {
  it("continues after a failed command and reports it", async () => {
    const text = `${block("sh", "exit 3")}${block("sh", "echo still here")}`;
    const { outcome, frames } = await harness.run({ prompt: prompt(text) });
    expect(outcome.status).toBe("FINISHED");
    expect(outcome.result).toContain("1 of 2 steps failed:\n\n- Step 1, run `exit 3`: exited with code 3");
    const results = frames.filter(({ event }) => event === "tool_call").map(({ data }) => data);
    expect(results).toContainEqual(
      expect.objectContaining({
        name: "run_terminal_cmd",
        status: "completed",
        result: { success: expect.objectContaining({ exitCode: 3 }), isBackground: false },
      }),
    );
    expect(results).toContainEqual(
      expect.objectContaining({
        result: { success: expect.objectContaining({ stdout: "still here\n" }), isBackground: false },
      }),
    );
  });

  it.each(["../../outside.txt", "/tmp/slipway-outside.txt", "link/outside.txt", ".git/hooks/post-commit"])(
    "writes nothing to %s",
    async (path) => {
      const workspaceDir = join(harness.folder, "escape", encodeURIComponent(path));
      const text = block("sh", "ln -s /tmp link") + block(`file ${path}`, "out");
      const { outcome, frames } = await harness.run({ prompt: prompt(text), workspaceDir, repositories: [] });
      expect(outcome.result).toContain(`${path} is outside the working folder`);
      expect(frames.map(({ data }) => data)).toContainEqual(
        expect.objectContaining({
          type: "tool-call-completed",
          toolCall: expect.objectContaining({
            type: "write",
            result: { status: "error", error: { message: `${path} is outside the working folder` } },
          }),
        }),
      );
      expect(await textOf("/tmp/outside.txt")).toBeUndefined();
      expect(await textOf("/tmp/slipway-outside.txt")).toBeUndefined();
    },
  );

  it("applies a diff and reports one that doesn't apply", async () => {
    const good =
      "--- a/README.md\n+++ b/README.md\n@@ -1,3 +1,3 @@\n # Payments\n \n-Handles refunds.\n+Handles all refunds.";
    const bad = "--- a/README.md\n+++ b/README.md\n@@ -1,1 +1,1 @@\n-Something else\n+Else";
    const branch = { name: "svc/diff", current: false };
    const { outcome } = await harness.run({ prompt: prompt(block("diff", good) + block("diff", bad)), branch });
    expect(await harness.remoteGit("show", "svc/diff:README.md")).toContain("Handles all refunds.");
    expect(outcome.result).toContain("Step 2, apply a patch to `README.md`: patch failed: README.md:1");
  });

  it("responds to a prompt without blocks with matching lines", async () => {
    const { outcome, frames } = await harness.run({ prompt: prompt("Where is refundPayment defined?") });
    expect(outcome.result).toContain("- `src/refund.ts:1` `export function refundPayment() {`");
    const names = frames.filter(({ event }) => event === "tool_call").map(({ data }) => data);
    for (const name of ["list_dir", "grep", "read_file"]) {
      expect(names).toContainEqual(expect.objectContaining({ name, status: "completed" }));
    }
    expect(outcome.branches).toEqual([]);
  });

  it("reports that nothing was found", async () => {
    const { outcome } = await harness.run({ prompt: prompt("Where is the flux capacitor?") });
    expect(outcome.result).toMatch(/No matches/);
  });

  it("searches a folder that isn't a repository", async () => {
    const workspaceDir = join(harness.folder, "plain-folder");
    await harness.run({ repositories: [], workspaceDir, prompt: prompt(block("file notes.md", "the zanzibar file")) });
    const { outcome } = await harness.run({ repositories: [], workspaceDir, prompt: prompt("zanzibar?") });
    expect(outcome.result).toContain("`notes.md:1` `the zanzibar file`");
  });

  it("mentions images and that no model is involved", async () => {
    const images = [{ mimeType: "image/png", data: "aGk=" }];
    const { outcome } = await harness.run({ prompt: { text: block("sh", "true"), images } });
    expect(outcome.result).toContain("No model is involved");
    expect(outcome.result).toContain("One image in the prompt (image/png, 2 bytes)");
  });

  it("limits the output of a command and keeps its beginning and end", async () => {
    const script = "echo begin; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo end";
    const { outcome, frames } = await harness.run({ prompt: prompt(block("sh", script)) });
    expect(outcome.status).toBe("FINISHED");
    const [completed] = frames.flatMap(({ event, data }) =>
      event === "tool_call" && JSON.stringify(data).includes('"completed"') ? [JSON.stringify(data)] : [],
    );
    expect(completed).toContain('"truncated":{"result":true}');
    const streamed = frames
      .map(({ data }) => JSON.stringify(data))
      .filter((text) => text.includes("shell-output-delta"));
    expect(streamed[0]).toContain("begin");
    expect(streamed.join("")).toMatch(/bytes omitted/);
    expect(streamed.at(-1)).toContain("end\\n");
    const size = JSON.stringify(frames).length;
    expect(size).toBeLessThan(2_000_000);
  });

  it("A-STREAM-19: streams deltas that make up the reply", async () => {
    const { outcome, frames } = await harness.run({ prompt: prompt(`Say this\n${block("sh", "true")}and that`) });
    const deltas = frames
      .filter(({ event }) => event === "assistant")
      .map(({ data }) => (hasText(data) ? data.text : ""));
    expect(deltas.join("")).toBe(outcome.result);
  });

  it("A-STREAM-29: sends each simplified frame before its full one", async () => {
    const { frames } = await harness.run({ prompt: prompt(`Say this\n${block("sh", "echo hi")}`) });
    const mirrors: Record<string, RegExp> = {
      assistant: /"type":"text-delta"/,
      thinking: /"type":"thinking-delta"/,
      tool_call: /"type":"tool-call-(?:started|completed)"/,
    };
    for (const [index, { event }] of frames.entries()) {
      const mirror = mirrors[event];
      if (mirror) expect(JSON.stringify(frames[index + 1]?.data)).toMatch(mirror);
    }
    const types = frames.flatMap(({ event, data }) =>
      event === "interaction_update" && hasType(data) ? [data.type] : [],
    );
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
      "context-injection-state",
      "user-message-appended",
      "step-started",
      "text-delta",
      "thinking-delta",
      "thinking-completed",
      "tool-call-started",
      "shell-output-delta",
      "tool-call-completed",
      "text-delta",
      "step-completed",
      "turn-ended",
    ]);
  });
});

function hasText(data: unknown): data is { text: string } {
  return typeof data === "object" && data !== null && "text" in data && typeof data.text === "string";
}

function hasType(data: unknown): data is { type: string } {
  return typeof data === "object" && data !== null && "type" in data && typeof data.type === "string";
}
