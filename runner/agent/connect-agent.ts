import {
  type AnyMessage,
  type ClientApp,
  type ClientConnection,
  methods,
  ndJsonStream,
} from "@agentclientprotocol/sdk";
import type { AgentProcess } from "../process/agent-process";
import { parseSessionUpdate, type SessionUpdate } from "../transcript/session-update";

const maxMessageLength = 32 * 1024 * 1024;

/**
 * Removes session updates from the message stream and passes them to a handler. This guarantees that they are handled
 * before later messages, and unknown updates aren't errors.
 */
function withoutUpdates(
  messages: ReadableStream<AnyMessage>,
  handle: (update: SessionUpdate) => void,
): ReadableStream<AnyMessage> {
  const filter = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      const isUpdate = "method" in message && message.method === methods.client.session.update && !("id" in message);
      if (!isUpdate) return controller.enqueue(message);
      const update = parseSessionUpdate(message.params);
      if (update) handle(update);
    },
  });
  return messages.pipeThrough(filter);
}

/** Connects to a running agent. `onUpdate` receives the updates of its sessions, before the responses that follow them. */
export function connectAgent(
  process: Pick<AgentProcess, "input" | "output">,
  app: ClientApp,
  onUpdate: (update: SessionUpdate) => void,
): ClientConnection {
  const stream = ndJsonStream(process.input, process.output, { maxMessageBytes: maxMessageLength });
  return app.connect({ writable: stream.writable, readable: withoutUpdates(stream.readable, onUpdate) });
}
