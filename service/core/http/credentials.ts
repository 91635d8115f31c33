/** Reads the key from an `Authorization` header: Bearer, or Basic with the key as username or password. */
export function presentedKey(
  authorization: string | null,
): { key: string; scheme: "bearer" } | { key: string; scheme: "basic"; user: string } | undefined {
  const [, scheme = "", value = ""] = /^([A-Za-z]+) +(\S+)\s*$/.exec(authorization ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return { key: value, scheme: "bearer" };
  if (scheme.toLowerCase() !== "basic") return undefined;
  const decoded = Buffer.from(value, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  const user = colon < 0 ? decoded : decoded.slice(0, colon);
  const password = colon < 0 ? "" : decoded.slice(colon + 1);
  const key = password || user;
  return key ? { key, scheme: "basic", user } : undefined;
}
