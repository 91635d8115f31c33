/** What is typed about the source of a mirror. */
export interface MirrorSource {
  url: string;
  /** One address a line. */
  admins: string;
  username: string;
  password: string;
}

/** A credential is given whole or not at all. */
export const isCredentialIncomplete = ({ username, password }: MirrorSource) => (username === "") !== (password === "");

/** What the service is told; without a credential when none was typed. */
export function sourceBody({ url, admins, username, password }: MirrorSource) {
  const upstreamAdmins = admins
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter(Boolean);
  return { url: url.trim(), upstreamAdmins, ...(password === "" ? {} : { credential: { username, password } }) };
}

/** What the service names when it refuses a source. */
export const sourceFields = ["url", "upstreamAdmins", "credential.password", "credential"];
