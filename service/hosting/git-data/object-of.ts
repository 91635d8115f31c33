import { refuse } from "../../core/http/refusal";
import type { ObjectInfo, ObjectType } from "../../git/object-process";
import type { ObjectReader } from "../../git/object-readers";
import { isObjectId } from "../../git/resolve-revision";
import { refuseEmpty } from "./refuse-empty";

/** The object of a kind with a complete id. Throws NotFound for every other text, abbreviations too. */
export async function requireObject(
  reader: ObjectReader,
  type: ObjectType,
  sha: string,
): Promise<ObjectInfo & { id: string }> {
  const id = sha.toLowerCase();
  const found = isObjectId(id) ? await reader.info(id) : undefined;
  if (found?.type === type) return { ...found, id };
  await refuseEmpty(reader.dir);
  throw refuse.repohost("NotFound", `sha: there is no ${type} with this full id`);
}
