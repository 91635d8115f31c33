import type { ObjectInfo, ObjectType } from "@/git/objects/object-process";
import type { ObjectReader } from "@/git/objects/object-readers";
import { isObjectId } from "@/git/refs/resolve-revision";
import { apiError } from "../../core/http/api-error";
import { requireNotEmpty } from "./require-not-empty";

/** Finds an object of a type by its full id. Throws NotFound for anything else, including abbreviated ids. */
export async function requireObject(
  reader: ObjectReader,
  type: ObjectType,
  sha: string,
): Promise<ObjectInfo & { id: string }> {
  const id = sha.toLowerCase();
  const found = isObjectId(id) ? await reader.info(id) : undefined;
  if (found?.type === type) return { ...found, id };
  await requireNotEmpty(reader.dir);
  throw apiError.repohost("NotFound", `sha: ${type} not found. Use its full id.`);
}
