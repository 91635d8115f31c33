import type { Prompt } from "@/lib/contract/agents/prompt";
import type { Service } from "../core/context";
import type { PromptImage } from "../images/fetch-image";
import { promptImages } from "../images/prompt-images";

/** The images of a prompt, ready to be stored. Throws 400 naming the first that is not as it says or can't be fetched. */
export async function checkPrompt(service: Pick<Service, "images" | "clock">, prompt: Prompt): Promise<PromptImage[]> {
  return promptImages(service, prompt.images ?? []);
}
