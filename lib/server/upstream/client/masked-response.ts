import { replaceStrings } from "@/lib/model/masking/json-strings";
import { Masker } from "@/lib/model/masking/masker";
import type { Service } from "./service";

const shapesOnly = new Masker();

export function createMasker({ secrets }: Pick<Service, "secrets">): Masker {
  return secrets?.masker ?? shapesOnly;
}

/** The JSON text of a response with secrets masked and all other bytes unchanged. */
export function maskedResponse(service: Pick<Service, "secrets">, json: string): string {
  const masker = createMasker(service);
  // Escaped text can contain a secret its JSON form doesn't show.
  const isClean = (text: string) => !text.includes("\\") && !masker.suspects(text);
  return replaceStrings(json, (value) => masker.mask(value), isClean);
}
