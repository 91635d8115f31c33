import { z } from "zod";
import { forgetImages, imageBlob, imageData, restoreImages } from "@/components/images/image-bytes";
import { imageOf } from "@/components/images/image-of";
import { takeImages } from "@/components/images/take-images";
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
  const { images, refused, kept } = takeImages(files, readImages(read()).length);
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
  await restoreImages(attached.map(({ id }) => id));
  const problems: Record<string, string> = {};
  for (const image of attached) {
    if (image.source === "file") {
      if (!imageBlob(image.id)) problems[image.id] = "is no longer at hand: attach it again";
      continue;
    }
    const link = PromptImage.safeParse(imageOf(image, () => ""));
    if (!link.success) problems[image.id] = link.error.issues[0]?.message ?? "can't be used";
  }
  if (Object.keys(problems).length > 0) return { problems };
  const images = attached.map(async (image) => {
    const data = image.source === "file" ? await imageData(image.id) : "";
    return imageOf(image, () => data);
  });
  return { images: await Promise.all(images) };
}

/** Forgets images that were sent; what was attached or changed since stays. */
export function forgetSent({ read, write }: LocalStore<string>, sent: string): void {
  const gone = new Set(readImages(sent).map((image) => JSON.stringify(image)));
  const kept = readImages(read()).filter((image) => !gone.has(JSON.stringify(image)));
  write(writeImages(kept));
  const keptIds = new Set(kept.map(({ id }) => id));
  forgetImages(
    readImages(sent)
      .map(({ id }) => id)
      .filter((id) => !keptIds.has(id)),
  );
}
