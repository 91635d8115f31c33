import { z } from "zod";
import { attachImages } from "@/components/images/attach-images";
import {
  removeStoredImages,
  restoreStoredImages,
  storedImageBase64,
  storedImageBlob,
} from "@/components/images/image-store";
import { toPromptImage } from "@/components/images/to-prompt-image";
import { jsonCodec } from "@/components/ui/json-codec";
import type { LocalStore } from "@/components/ui/local-store";
import type { CreateRunBody } from "@/lib/contract/agents/create-run";
import { maxImages, PromptImage } from "@/lib/contract/agents/prompt";
import { AttachedImage } from "@/lib/contract/dashboard/launch-fields";

const StoredImages = z.array(AttachedImage);

/** Parses and formats the images of a stored draft. */
export const { parse: readImages, format: writeImages } = jsonCodec<readonly AttachedImage[]>(
  (json) => StoredImages.safeParse(json).data,
  [],
);

/** Adds files to a draft's images. Returns a message for each rejected file. */
export async function attachFiles(
  { read, write }: LocalStore<string>,
  files: readonly File[],
): Promise<readonly string[]> {
  const { images, rejected, stored } = attachImages(files, readImages(read()).length);
  await stored;
  write(writeImages([...readImages(read()), ...images].slice(0, maxImages)));
  return rejected;
}

type Prepared =
  | { images: NonNullable<CreateRunBody["prompt"]["images"]> }
  | { problems: Readonly<Record<string, string>> };

/** A draft's images in the format the API accepts, or a problem for each image that can't be sent. */
export async function prepareImages(text: string): Promise<Prepared> {
  const attached = readImages(text);
  // They may have been attached in another tab.
  await restoreStoredImages(attached.map(({ id }) => id));
  const problems: Record<string, string> = {};
  for (const image of attached) {
    if (image.source === "file") {
      if (!storedImageBlob(image.id)) problems[image.id] = "no longer available; attach it again";
      continue;
    }
    const link = PromptImage.safeParse(toPromptImage(image, () => ""));
    if (!link.success) problems[image.id] = link.error.issues[0]?.message ?? "can't be used";
  }
  if (Object.keys(problems).length > 0) return { problems };
  const images = attached.map(async (image) => {
    const data = image.source === "file" ? await storedImageBase64(image.id) : "";
    return toPromptImage(image, () => data);
  });
  return { images: await Promise.all(images) };
}

/** Removes images that were sent. Those attached or changed since remain. */
export function removeSentImages({ read, write }: LocalStore<string>, sent: string): void {
  const sentImages = new Set(readImages(sent).map((image) => JSON.stringify(image)));
  const kept = readImages(read()).filter((image) => !sentImages.has(JSON.stringify(image)));
  write(writeImages(kept));
  const keptIds = new Set(kept.map(({ id }) => id));
  removeStoredImages(
    readImages(sent)
      .map(({ id }) => id)
      .filter((id) => !keptIds.has(id)),
  );
}
