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
  let payload: unknown = JSON.parse(data);
  if (event !== "interaction_update") return positionIn(event, payload);
  const calls: string[] = [];
  // A loop, because updates can be nested too deeply for recursion.
  while (textOf(payload, "type") === "tool-call-delta") {
    calls.push(textOf(payload, "callId") ?? "");
    payload = field(payload, "taskUpdate");
  }
  const found = positionIn(textOf(payload, "type"), payload);
  if (!found || calls.length === 0) return found;
  const { channel, path, text } = found;
  return {
    channel: `nested ${calls.join(" ")} ${channel}`,
    path: `${"taskUpdate.".repeat(calls.length)}${path}`,
    text,
  };
}

function positionIn(type: string | undefined, payload: unknown): TextPosition | undefined {
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
