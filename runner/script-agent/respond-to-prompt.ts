import type { ContentBlock } from "@agentclientprotocol/sdk";
import { applyDiffBlock } from "./diff-block";
import { explore } from "./explore";
import { writeFileBlock } from "./file-block";
import { type ActionBlock, parsePrompt, summary } from "./prompt-blocks";
import { runShellBlock } from "./shell-block";
import type { Turn } from "./turn";

export interface PromptOptions {
  content: readonly ContentBlock[];
  mode: "agent" | "plan";
  /** Names of the session's MCP servers. */
  toolServers: readonly string[];
}

const introduction = "Script agent: runs the shell, file and diff blocks in your prompt. No model is involved.";

function act(turn: Turn, block: ActionBlock): Promise<string | undefined> {
  switch (block.kind) {
    case "shell":
      return runShellBlock(turn, block.command);
    case "file":
      return writeFileBlock(turn, block.path, block.content);
    case "diff":
      return applyDiffBlock(turn, block.patch);
  }
}

/** Returns the user's prompt without the earlier turns and subagents the runner adds. */
function promptText(content: readonly ContentBlock[]): string {
  const isAdded = ({ _meta }: ContentBlock) =>
    _meta?.transcript === true || _meta?.subagents !== undefined || _meta?.environment !== undefined;
  return content.flatMap((block) => (block.type === "text" && !isAdded(block) ? [block.text] : [])).join("\n\n");
}

function subagentNames(content: readonly ContentBlock[]): string[] {
  const names = content.flatMap(({ _meta }) => (Array.isArray(_meta?.subagents) ? _meta.subagents : []));
  return names.filter((name) => typeof name === "string");
}

function describeImages(content: readonly ContentBlock[]): string {
  const images = content.filter((block) => block.type === "image");
  if (images.length === 0) return "";
  const details = images.map(({ mimeType, data }) => `${mimeType}, ${Buffer.byteLength(data, "base64")} bytes`);
  const count = images.length === 1 ? "One image" : `${images.length} images`;
  return `${count} in the prompt (${details.join("; ")}). The script agent can't read images.`;
}

async function planOnly(turn: Turn, blocks: readonly ActionBlock[]): Promise<void> {
  const steps = blocks.map((block) => {
    const text = summary(block);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  });
  await turn.think("Plan mode: no commands run, no files change.");
  await turn.plan(steps);
  const list = steps.map((step, index) => `${index + 1}. ${step}`).join("\n");
  await turn.say(`Plan:\n\n${list}`);
}

async function runBlocks(turn: Turn, blocks: ReturnType<typeof parsePrompt>): Promise<void> {
  const failures: string[] = [];
  let steps = 0;
  for (const block of blocks) {
    if (block.kind === "text") {
      await turn.say(block.raw);
      continue;
    }
    steps += 1;
    await turn.think(`Next: ${summary(block)}`);
    const failure = await act(turn, block);
    if (failure !== undefined) failures.push(`- Step ${steps}, ${summary(block)}: ${failure}`);
  }
  const done = steps === 1 ? "1 step completed." : `All ${steps} steps completed.`;
  const failed = `${failures.length} of ${steps} ${steps === 1 ? "step" : "steps"} failed:\n\n${failures.join("\n")}`;
  await turn.say(failures.length === 0 ? done : failed);
}

/** Handles a prompt. Throws the signal's reason if it is canceled. */
export async function respondToPrompt(turn: Turn, { content, mode, toolServers }: PromptOptions): Promise<void> {
  const text = promptText(content);
  const blocks = parsePrompt(text);
  const actions = blocks.filter((block) => block.kind !== "text");
  for (const block of content) if (block.type === "text") turn.tokens.read(block.text);
  await turn.say(introduction);
  await turn.say(describeImages(content));
  if (toolServers.length > 0)
    await turn.say(`The script agent doesn't use MCP servers. Ignored: ${toolServers.join(", ")}.`);
  const subagents = subagentNames(content);
  if (subagents.length > 0) await turn.say(`The script agent doesn't use subagents. Ignored: ${subagents.join(", ")}.`);
  if (actions.length === 0) {
    await explore(turn, text);
    if (mode === "plan") await turn.say("The prompt contains no blocks, so there is nothing to run or write.");
  } else if (mode === "plan") await planOnly(turn, actions);
  else await runBlocks(turn, blocks);
}
