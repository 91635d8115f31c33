import { ToolCallPayload } from "./payloads";
import type { ToolRow } from "./state";
import { toolView } from "./tool-view";

/** The subject of a `tool_call` event, such as its command or path. `undefined` if the event has none. */
export function stepTitle(data: unknown): string | undefined {
  const call = ToolCallPayload.safeParse(data).data;
  if (call?.args === undefined) return undefined;
  const { callId, name, args, result } = call;
  const row: ToolRow = {
    kind: "tool",
    key: callId,
    callId,
    name,
    args,
    result,
    status: "running",
    omitted: { args: false, result: false },
    output: [],
  };
  return toolView(row).title.split("\n", 1)[0]?.trim() || undefined;
}
