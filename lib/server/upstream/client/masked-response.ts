import { replaceStrings } from "@/lib/model/masking/json-strings";
import { Masker } from "@/lib/model/masking/masker";
import type { Service } from "./service";

const shapesOnly = new Masker();

export function createMasker({ secrets }: Pick<Service, "secrets">): Masker {
  return secrets?.masker ?? shapesOnly;
}

/**
 * Ids, addresses, references, times and states. A variable can have the same value, such as a repository's URL: masked, access rules,
 * budgets and links of every agent with that value would fail. Texts that look like credentials are masked here, too.
 */
const structural =
  /(?:^|\.)(?:id|\w+Ids?|\w*[uU]rl|\w+At|\w*[sS]ha|status|state|type|startingRef|branch|head|base|nextCursor|viewerAccess)(?:\.\d+)?$/;

/** The JSON text of a response with secrets masked and all other bytes unchanged. */
export function maskedResponse(service: Pick<Service, "secrets">, json: string): string {
  const masker = createMasker(service);
  // Escaped text can contain a secret its JSON form doesn't show.
  const isClean = (text: string) => !text.includes("\\") && !masker.suspects(text);
  return replaceStrings(json, (value, path) => (structural.test(path) ? shapesOnly : masker).mask(value), isClean);
}
