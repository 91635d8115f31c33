import type { Prompt } from "@/lib/contract/agents/prompt";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { PromptImage, WithImages } from "./fetch-image";
import { detectImageType, signatureBytes } from "./image-type";

const deadlineMs = 10_000;

type ImageInput = NonNullable<Prompt["images"]>[number];

/** Data can have a different type than the caller specifies, or none: the API accepts any base64. */
function sentImage(data: string, mimeType: PromptImage["mimeType"]): PromptImage {
  const start = Buffer.from(data.slice(0, Math.ceil(signatureBytes / 3) * 4), "base64");
  return { mimeType: detectImageType(start) ?? mimeType, data };
}

/** The same message for every reason, so callers can't use it to scan networks. */
function notFetched(field: string) {
  const message =
    "couldn't fetch the image; it must be a PNG, JPEG, GIF or WebP of at most 15 MB at a public URL without redirects";
  return apiError.field(`${field}.url`, message);
}

/**
 * Returns the images of a prompt, ready to be stored. Those given by URL are fetched; throws 400 for the first unavailable
 * one.
 */
export async function promptImages(
  { images: fetcher, clock }: Pick<Context, "clock"> & WithImages,
  inputs: readonly ImageInput[],
): Promise<PromptImage[]> {
  const fieldOf = (index: number) => `prompt.images.${index}`;
  const sent = inputs.map(({ data, mimeType }) =>
    data === undefined || !mimeType ? undefined : sentImage(data, mimeType),
  );
  const deadline = new AbortController();
  const cancelDeadline = clock.after(deadlineMs, () => deadline.abort());
  try {
    const found = await Promise.all(
      inputs.map(async ({ url }, index) => sent[index] ?? (url && (await fetcher.fetch(url, deadline.signal)))),
    );
    return found.map((image, index) => {
      if (!image) throw notFetched(fieldOf(index));
      return image;
    });
  } finally {
    cancelDeadline();
  }
}
