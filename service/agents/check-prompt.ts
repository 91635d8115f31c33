import type { Prompt } from "@/lib/contract/agents/prompt";
import type { Context } from "../core/context";
import type { PromptImage, WithImages } from "../images/fetch-image";
import { promptImages } from "../images/prompt-images";

/** The images of a prompt, ready to be stored. Throws 400 naming the first that is not as it says or can't be fetched. */
export async function checkPrompt(
  context: Pick<Context, "clock"> & WithImages,
  prompt: Prompt,
): Promise<PromptImage[]> {
  return promptImages(context, prompt.images ?? []);
}
