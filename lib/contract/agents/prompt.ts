import { z } from "zod";

export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export const maxImages = 5;
export const maxImageBytes = 15 * 1024 * 1024;
/** The images in base64, plus the rest of the body. */
export const promptBodyBytes = 110 * 1024 * 1024;

const base64Alphabet = /^[A-Za-z0-9+/]*={0,2}$/;

function decodedBytes(data: string): number {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return (data.length / 4) * 3 - padding;
}

const httpUrl = z.string().refine((value) => {
  try {
    return ["http:", "https:"].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}, "must be an http or https URL");

export const PromptImage = z
  .object({
    data: z.string().describe("Base64 of at most 15 MB").optional(),
    mimeType: z.enum(imageTypes, `must be one of ${imageTypes.join(", ")}`).optional(),
    url: httpUrl.optional(),
    dimension: z.object({ width: z.number(), height: z.number() }).optional(),
  })
  .superRefine((image, context) => {
    if ((image.data === undefined) === (image.url === undefined)) {
      context.addIssue({ code: "custom", path: ["data"], message: "set exactly one of data and url" });
      return;
    }
    if (image.data === undefined) return;
    if (image.mimeType === undefined) {
      context.addIssue({ code: "custom", path: ["mimeType"], message: "is required with data" });
    }
    if (image.data === "" || image.data.length % 4 !== 0 || !base64Alphabet.test(image.data)) {
      context.addIssue({ code: "custom", path: ["data"], message: "must be base64" });
    } else if (decodedBytes(image.data) > maxImageBytes) {
      context.addIssue({ code: "custom", path: ["data"], message: "must be at most 15 MB" });
    }
  });

/** About 250,000 words, several times what models read at once. */
export const maxPromptCharacters = 1_000_000;

/** Prompt of a new agent or a follow-up (specification, section 4 `prompt`). */
export const Prompt = z.object({
  text: z
    .string("is required")
    .min(1, "must not be empty")
    .max(maxPromptCharacters, `must be at most ${maxPromptCharacters.toLocaleString("en")} characters`),
  images: z.array(PromptImage).max(maxImages, `must contain at most ${maxImages} images`).optional(),
});
export type Prompt = z.infer<typeof Prompt>;

export const Mode = z.enum(["agent", "plan"], "must be agent or plan");
export type Mode = z.infer<typeof Mode>;
