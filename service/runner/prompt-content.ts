import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { RunSpec } from "./run-spec";

const longestTranscript = 131_072;

/** Earlier prompts and replies as one text between marks that nobody can foresee, newest last. */
function transcript(conversation: RunSpec["conversation"], mark: string): string {
  const turns: string[] = [];
  let length = 0;
  for (const { prompt, reply } of [...conversation].reverse()) {
    const turn = `[prompt]\n${prompt}\n[reply]\n${reply}`;
    length += turn.length;
    if (length > longestTranscript) {
      turns.unshift("[earlier turns left out]");
      break;
    }
    turns.unshift(turn);
  }
  const note = "For reference only: it is done. Files and branches are as it left them.";
  return `=== Earlier conversation ${mark} ===\n${note}\n\n${turns.join("\n\n")}\n=== End of earlier conversation ${mark} ===`;
}

/** The content blocks of a run's prompt. `replay` tells the conversation again to an agent that starts afresh. */
export function promptContent(spec: RunSpec, replay: boolean, mark: string): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  if (replay && spec.conversation.length > 0) {
    blocks.push({ type: "text", text: transcript(spec.conversation, mark), _meta: { transcript: true } });
  }
  if (spec.subagents && spec.subagents.length > 0) {
    const text = `You may delegate to these subagents:\n${JSON.stringify(spec.subagents, null, 2)}`;
    blocks.push({ type: "text", text, _meta: { subagents: spec.subagents.map(({ name }) => name) } });
  }
  blocks.push({ type: "text", text: spec.prompt.text });
  for (const { mimeType, data } of spec.prompt.images) blocks.push({ type: "image", mimeType, data });
  return blocks;
}
