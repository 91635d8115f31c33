import { CallError } from "@/lib/queries/call-error";

/** What is typed about the source of a mirror. */
export interface MirrorSource {
  url: string;
  /** One address a line. */
  admins: string;
  username: string;
  password: string;
}

/** A credential is given whole or not at all. */
export const isHalfGiven = ({ username, password }: MirrorSource) => (username === "") !== (password === "");

/** What the service is told; without a credential when none was typed. */
export function sourceBody({ url, admins, username, password }: MirrorSource) {
  const upstreamAdmins = admins
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter(Boolean);
  return { url: url.trim(), upstreamAdmins, ...(password === "" ? {} : { credential: { username, password } }) };
}

const sourceFields = ["url", "upstreamAdmins", "credential"];

/** The field of the form a refusal is about; undefined when it is about none of `more` or of the source. */
export function refusedField(error: Error | null, more: readonly string[] = []): string | undefined {
  const field = error instanceof CallError ? error.field : undefined;
  if (field === "credential.password") return field;
  const [name = ""] = field?.split(".") ?? [];
  return sourceFields.includes(name) || more.includes(name) ? name : undefined;
}
