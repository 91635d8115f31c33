import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { RunSpec } from "../run/run-spec";

const maxTranscriptLength = 131_072;

/** Formats earlier prompts and replies, newest last, between boundaries that can't be guessed. */
function transcript(conversation: RunSpec["conversation"], boundary: string): string {
  const turns: string[] = [];
  let length = 0;
  for (const { prompt, reply } of [...conversation].reverse()) {
    const turn = `[prompt]\n${prompt}\n[reply]\n${reply}`;
    length += turn.length;
    if (length > maxTranscriptLength) {
      turns.unshift("[earlier turns omitted]");
      break;
    }
    turns.unshift(turn);
  }
  const note = "For reference only. This work is done, and files and branches include it.";
  return `=== Earlier conversation ${boundary} ===\n${note}\n\n${turns.join("\n\n")}\n=== End of earlier conversation ${boundary} ===`;
}

function environmentBlocks({ terminals, ports, testing }: NonNullable<RunSpec["environment"]>): ContentBlock[] {
  const block = (name: string, text: string): ContentBlock => ({ type: "text", text, _meta: { environment: name } });
  const terminalLines = terminals
    .flat()
    .map(({ name, command, description }) =>
      [name ?? command, ...(description ? [`: ${description}`] : []), ...(name ? [` (${command})`] : [])].join(""),
    );
  const portLines = ports.map(({ name, port }) => (name ? `${port} (${name})` : `${port}`));
  const list = (title: string, lines: readonly string[]) => `${title}\n- ${lines.join("\n- ")}`;
  return [
    ...(terminalLines.length > 0
      ? [block("terminals", list("These terminals of the environment are already running:", terminalLines))]
      : []),
    ...(portLines.length > 0 ? [block("ports", list("The environment's servers use these ports:", portLines))] : []),
    ...(testing
      ? []
      : [
          block(
            "testing",
            "Testing is turned off in this environment: don't start the app or a browser to test changes.",
          ),
        ]),
  ];
}

/** Builds the content blocks of a run's prompt. `replay` includes the conversation for an agent without a loaded session. */
export function promptContent(spec: RunSpec, replay: boolean, boundary: string): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  if (replay && spec.conversation.length > 0) {
    blocks.push({ type: "text", text: transcript(spec.conversation, boundary), _meta: { transcript: true } });
  }
  if (spec.subagents && spec.subagents.length > 0) {
    const text = `You can delegate to these subagents:\n${JSON.stringify(spec.subagents, null, 2)}`;
    blocks.push({ type: "text", text, _meta: { subagents: spec.subagents.map(({ name }) => name) } });
  }
  if (spec.environment) blocks.push(...environmentBlocks(spec.environment));
  blocks.push({ type: "text", text: spec.prompt.text });
  for (const { mimeType, data } of spec.prompt.images) blocks.push({ type: "image", mimeType, data });
  return blocks;
}
