import type { Operation } from "@/lib/contract/operation";
import { replaceStrings } from "@/lib/model/masking/json-strings";
import { Masker } from "@/lib/model/masking/masker";
import type { Service } from "./service";

const shapesOnly = new Masker();

export function maskerOf({ secrets }: Pick<Service, "secrets">): Masker {
  return secrets?.masker ?? shapesOnly;
}

/** Operations whose answers repeat what people and agents wrote. Files and freshly minted tokens are not among them. */
const repeating: ReadonlySet<string> = new Set(["getAgent", "listAgents", "getRun", "listRuns"]);

export const isMasked = ({ id }: Operation): boolean => repeating.has(id);

/** The JSON text of an answer without the secrets in it; every other byte as it came. */
export function maskedResponse(service: Pick<Service, "secrets">, json: string): string {
  const masker = maskerOf(service);
  // A text with an escape may hold what its JSON does not show.
  const isClean = (text: string) => !text.includes("\\") && !masker.suspects(text);
  return replaceStrings(json, (value) => masker.mask(value), isClean);
}
