import { imageTypes, type Prompt } from "@/lib/contract/agents/prompt";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { PromptImage, WithImages } from "./fetch-image";
import { imageTypeOf, signatureBytes } from "./image-type";

const deadlineMs = 10_000;

type GivenImage = NonNullable<Prompt["images"]>[number];

function sentImage(data: string, mimeType: string | undefined, field: string): PromptImage {
  const start = Buffer.from(data.slice(0, Math.ceil(signatureBytes / 3) * 4), "base64");
  const type = imageTypeOf(start);
  if (!type) throw apiError.field(`${field}.data`, `must be one of ${imageTypes.join(", ")}`);
  if (type !== mimeType) throw apiError.field(`${field}.mimeType`, `doesn't match the data, which is ${type}`);
  return { mimeType: type, data };
}

/** The same message for every reason, so callers can't use it to scan networks. */
function notFetched(field: string) {
  const message =
    "couldn't fetch the image; it must be a PNG, JPEG, GIF or WebP of at most 15 MB at a public URL without redirects";
  return apiError.field(`${field}.url`, message);
}

/**
 * Returns the images of a prompt, ready to be stored: checks the type of those sent as data and fetches those given by URL.
 * Throws 400 for the first invalid or unavailable one.
 */
export async function promptImages(
  { images: fetcher, clock }: Pick<Context, "clock"> & WithImages,
  given: readonly GivenImage[],
): Promise<PromptImage[]> {
  const fieldOf = (index: number) => `prompt.images.${index}`;
  // Validate inline images before fetching anything.
  const sent = given.map(({ data, mimeType }, index) =>
    data === undefined ? undefined : sentImage(data, mimeType, fieldOf(index)),
  );
  const deadline = new AbortController();
  const cancelDeadline = clock.after(deadlineMs, () => deadline.abort());
  try {
    const found = await Promise.all(
      given.map(async ({ url }, index) => sent[index] ?? (url && (await fetcher.fetch(url, deadline.signal)))),
    );
    return found.map((image, index) => {
      if (!image) throw notFetched(fieldOf(index));
      return image;
    });
  } finally {
    cancelDeadline();
  }
}
