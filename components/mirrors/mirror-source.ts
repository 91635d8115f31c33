/** The form fields of a mirror's upstream. */
export interface MirrorSource {
  url: string;
  /** One email address per line. */
  admins: string;
  username: string;
  password: string;
}

/** True if only one of username and password is set. */
export const isCredentialIncomplete = ({ username, password }: MirrorSource) => (username === "") !== (password === "");

/** Converts the fields to the request body, without a credential if none was entered. */
export function sourceBody({ url, admins, username, password }: MirrorSource) {
  const upstreamAdmins = admins
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter(Boolean);
  return { url: url.trim(), upstreamAdmins, ...(password === "" ? {} : { credential: { username, password } }) };
}

/** Field names in the service's validation errors. */
export const sourceFields = ["url", "upstreamAdmins", "credential.password", "credential"];
