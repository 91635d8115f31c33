import { z } from "zod";
import { CreateAgentBody } from "@/lib/contract/agents/create-agent";
import { openText, sealText } from "@/lib/server/sealed-text";

/** What the launches of a batch have in common. */
const BatchLaunch = z.object({ launch: CreateAgentBody, savedVariables: z.array(z.string()) });
export type BatchLaunch = z.output<typeof BatchLaunch>;

const purpose = "slipway batch launch";

/** Encrypts a launch for the database: it can have secrets. */
export const sealLaunch = (launch: BatchLaunch, secret: string): Promise<string> =>
  sealText(JSON.stringify(launch), secret, purpose);

/** Throws if it was sealed with another secret. */
export async function openLaunch(sealed: string, secret: string): Promise<BatchLaunch> {
  return BatchLaunch.parse(JSON.parse(await openText(sealed, secret, purpose)));
}
