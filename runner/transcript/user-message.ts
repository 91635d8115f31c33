import { plainText } from "@/lib/core/plain-text";
import type { RunFrame, RunSpec } from "../run/run-spec";
import { jsonBytes } from "./bounded-json";

/** Larger images aren't in the stream. Clients have them with the prompt. */
const maxImagesLength = 4 * 1_048_576;

/** The type of {@link userMessage}, with which its JSON begins. */
export const userMessageType = "user-message-appended";

/** The frame with the prompt of a run (specification, section 6). */
export function userMessage({ agentId, prompt }: Pick<RunSpec, "agentId" | "prompt">): RunFrame {
  const images = prompt.images.map(({ data }) => ({ type: "base64", data }));
  const message = {
    type: "user_message",
    session_id: agentId,
    text: plainText(prompt.text),
    ...(images.length > 0 && jsonBytes(images) <= maxImagesLength ? { images } : {}),
  };
  return { event: "interaction_update", data: { type: userMessageType, userMessage: message } };
}
