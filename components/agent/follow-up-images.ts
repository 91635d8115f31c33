import { z } from "zod";
import { removeStoredImages, storedImageBlob, storedImageBase64, restoreStoredImages } from "@/components/images/image-store";
import { toPromptImage } from "@/components/images/to-prompt-image";
import { attachImages } from "@/components/images/attach-images";
import { jsonCodec } from "@/components/ui/json-codec";
import type { LocalStore } from "@/components/ui/local-store";
import type { CreateRunBody } from "@/lib/contract/agents/create-run";
import { maxImages, PromptImage } from "@/lib/contract/agents/prompt";
import { AttachedImage } from "@/lib/contract/dashboard/launch-fields";

const Stored = z.array(AttachedImage);

/** How the images of a draft are stored. */
export const { parse: readImages, format: writeImages } = jsonCodec<readonly AttachedImage[]>(
  (json) => Stored.safeParse(json).data,
  [],
);

/** Adds files to the images of a draft. Returns a message for each file that was refused. */
export async function attachFiles(
  { read, write }: LocalStore<string>,
  files: readonly File[],
): Promise<readonly string[]> {
  const { images, refused, kept } = attachImages(files, readImages(read()).length);
  await kept;
  write(writeImages([...readImages(read()), ...images].slice(0, maxImages)));
  return refused;
}

type Prepared =
  | { images: NonNullable<CreateRunBody["prompt"]["images"]> }
  | { problems: Readonly<Record<string, string>> };

/** The images of a draft as they are sent, or the problem of each image that can't be. */
export async function prepareImages(text: string): Promise<Prepared> {
  const attached = readImages(text);
  // Another tab may have attached them.
  await restoreStoredImages(attached.map(({ id }) => id));
  const problems: Record<string, string> = {};
  for (const image of attached) {
    if (image.source === "file") {
      if (!storedImageBlob(image.id)) problems[image.id] = "is no longer at hand: attach it again";
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

/** Forgets images that were sent; what was attached or changed since stays. */
export function removeSentImages({ read, write }: LocalStore<string>, sent: string): void {
  const gone = new Set(readImages(sent).map((image) => JSON.stringify(image)));
  const kept = readImages(read()).filter((image) => !gone.has(JSON.stringify(image)));
  write(writeImages(kept));
  const keptIds = new Set(kept.map(({ id }) => id));
  removeStoredImages(
    readImages(sent)
      .map(({ id }) => id)
      .filter((id) => !keptIds.has(id)),
  );
}
