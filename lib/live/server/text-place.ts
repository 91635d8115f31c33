import { z } from "zod";
import type { RunEvent } from "./protocol";

/** Where an event carries a piece of a text that goes on in later events. */
export interface TextPlace {
  /** Which text: pieces of one channel belong together. */
  channel: string;
  path: string;
  text: string;
}

const Said = z.looseObject({ text: z.string() });
const Output = z.looseObject({
  callId: z.string().optional().catch(undefined),
  event: z.looseObject({ case: z.string(), value: z.looseObject({ data: z.string() }) }),
});
const Nested = z.looseObject({ callId: z.string(), taskUpdate: z.looseObject({ text: z.string() }) });
/** Most updates are none of these, and are told by their raw text. */
const kind = /"type"\s*:\s*"(text-delta|thinking-delta|shell-output-delta|tool-call-delta)"/;

/** `undefined` for an event whose texts are whole. */
export function textPlace({ event, data }: RunEvent): TextPlace | undefined {
  if (event !== "assistant" && event !== "thinking" && event !== "interaction_update") return undefined;
  if (event !== "interaction_update") return said(event, data);
  if (!kind.test(data)) return undefined;
  const payload: unknown = JSON.parse(data);
  const type = typeof payload === "object" && payload !== null && "type" in payload ? payload.type : undefined;
  if (type === "text-delta" || type === "thinking-delta") return said(type, data);
  if (type === "shell-output-delta") {
    const output = Output.safeParse(payload).data;
    if (!output) return undefined;
    const { callId = "", event: shell } = output;
    return { channel: `shell ${shell.case} ${callId}`, path: "event.value.data", text: shell.value.data };
  }
  const nested = Nested.safeParse(payload).data;
  if (type !== "tool-call-delta" || !nested) return undefined;
  return { channel: `nested ${nested.callId}`, path: "taskUpdate.text", text: nested.taskUpdate.text };
}

function said(channel: string, data: string): TextPlace | undefined {
  const text = Said.safeParse(JSON.parse(data)).data?.text;
  return text === undefined ? undefined : { channel, path: "text", text };
}
