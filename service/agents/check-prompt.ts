import type { Prompt } from "@/lib/contract/agents/prompt";
import { refuse } from "../http/refusal";

/** The images of a prompt, ready to be stored. */
export function checkPrompt(prompt: Prompt): { mimeType: string; data: string }[] {
  return (prompt.images ?? []).map(({ data, mimeType }, index) => {
    if (data === undefined || mimeType === undefined) {
      throw refuse.field(`prompt.images.${index}.url`, "fetching images by address is not available yet; send data");
    }
    return { mimeType, data };
  });
}
