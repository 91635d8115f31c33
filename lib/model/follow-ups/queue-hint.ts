import type { StatusKind } from "../status/agent-status";

/** Why a new message isn't sent right away, and when it is. */
export function queueHint(kind: StatusKind | undefined): string {
  switch (kind) {
    case "queued":
      return "Agent is queued. Your message is sent when its run ends.";
    case "starting":
      return "Agent is starting. Your message is sent when its run ends.";
    case "input":
      return "Agent is waiting for your answer. Your message is sent when its run ends.";
    case "running":
      return "Agent is working. Your message is sent when it finishes.";
    default:
      return "Your message is sent after the queued ones.";
  }
}
