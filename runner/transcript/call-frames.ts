import type { RunFrame } from "../run/run-spec";
import { boundedJson, jsonBytes, plainJson } from "./bounded-json";
import type { ToolDescription, ToolResult } from "./tool-call";
import { simplifiedResult } from "./tool-result";

const maxSimplifiedLength = 65_536;
const maxMirrorLength = 262_144;

/** A call for the full frame. */
export function boundedCall({ type, args }: ToolDescription, result: ToolResult | undefined): Record<string, unknown> {
  return {
    type,
    args: boundedJson(args, maxMirrorLength),
    ...(result ? { result: boundedJson(result, maxMirrorLength) } : {}),
  };
}

/** Returns the frames of a call: the simplified and the full one. With a result, the call is completed. */
export function callFrames(
  callId: string,
  modelCallId: string,
  call: ToolDescription,
  result: ToolResult | undefined,
): RunFrame[] {
  const { name, args } = call;
  const simple = result && simplifiedResult(call, result);
  const argsFit = jsonBytes(args) <= maxSimplifiedLength;
  const resultFits = jsonBytes(simple ?? {}) <= maxSimplifiedLength;
  const truncated = { ...(argsFit ? {} : { args: true }), ...(resultFits ? {} : { result: true }) };
  const simplified = {
    callId,
    name,
    status: result ? "completed" : "running",
    ...(argsFit ? { args: plainJson(args) } : {}),
    ...(simple && resultFits ? { result: plainJson(simple) } : {}),
    ...(argsFit && resultFits ? {} : { truncated }),
  };
  const toolCall = boundedCall(call, result);
  const mirror = { type: result ? "tool-call-completed" : "tool-call-started", callId, modelCallId, toolCall };
  return [
    { event: "tool_call", data: simplified },
    { event: "interaction_update", data: mirror },
  ];
}
