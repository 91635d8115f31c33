import { z } from "zod";
import { CreateRunBody } from "@/lib/contract/agents/create-run";
import { openText, sealText } from "@/lib/server/sealed-text";

/** The parts of a message that aren't stored as text: images, and servers with their secrets. */
const Attachments = z.object({
  images: CreateRunBody.shape.prompt.shape.images,
  mcpServers: CreateRunBody.shape.mcpServers,
});
export type Attachments = z.output<typeof Attachments>;

const purpose = "slipway follow-up attachments";

/** Encrypts attachments for the database. */
export async function sealAttachments(attachments: Attachments, secret: string): Promise<string> {
  return sealText(JSON.stringify(attachments), secret, purpose);
}

/** Throws if they were sealed with another secret. */
export async function openAttachments(sealed: string, secret: string): Promise<Attachments> {
  return Attachments.parse(JSON.parse(await openText(sealed, secret, purpose)));
}
