import type { RunEvent } from "@/lib/model/live/protocol";

/** Where an event contains part of a text that continues in later events. */
export interface TextPosition {
  /** Identifies the text: pieces with the same channel belong together. */
  channel: string;
  path: string;
  text: string;
}

/** Most updates are none of these, which the raw text shows without parsing. */
const kind = /"type"\s*:\s*"(text-delta|thinking-delta|shell-output-delta|tool-call-delta)"/;

/**
 * `undefined` for an event with complete texts. Parsed without a schema for speed: every event of every run passes here.
 */
export function textPosition({ event, data }: RunEvent): TextPosition | undefined {
  if (event !== "assistant" && event !== "thinking" && event !== "interaction_update") return undefined;
  if (event === "interaction_update" && !kind.test(data)) return undefined;
  const payload: unknown = JSON.parse(data);
  const type = event === "interaction_update" ? textOf(payload, "type") : event;
  switch (type) {
    case "assistant":
    case "thinking":
    case "text-delta":
    case "thinking-delta":
      return position(type, "text", textOf(payload, "text"));
    case "shell-output-delta": {
      const shell = field(payload, "event");
      const stream = textOf(shell, "case");
      if (stream === undefined) return undefined;
      const output = textOf(field(shell, "value"), "data");
      return position(`shell ${stream} ${textOf(payload, "callId") ?? ""}`, "event.value.data", output);
    }
    case "tool-call-delta": {
      const callId = textOf(payload, "callId");
      if (callId === undefined) return undefined;
      return position(`nested ${callId}`, "taskUpdate.text", textOf(field(payload, "taskUpdate"), "text"));
    }
    default:
      return undefined;
  }
}

const position = (channel: string, path: string, text: string | undefined): TextPosition | undefined =>
  text === undefined ? undefined : { channel, path, text };

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
}
