const host = /^[a-zA-Z0-9][a-zA-Z0-9.-]*(?::[0-9]{1,5})?$/;
const component = /^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*$/;
const tagForm = /^\w[\w.-]{0,127}$/;
const digestForm = /^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[0-9a-fA-F]{32,128}$/;

const maxLength = 512;
const defaultHost = "docker.io";

/** Splits text at the last occurrence of a separator, if there is one. */
function splitLast(text: string, separator: string, from = 0): [string, string | undefined] {
  const at = text.lastIndexOf(separator);
  return at < from ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * A reference to an image in a registry, in full: `docker.io/library/node:22` for `node:22`. Undefined for anything else that
 * podman accepts: archives and folders on this machine, ids of local images, options.
 */
export function registryReference(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const [named, digest] = splitLast(text, "@");
  const [name, tag] = splitLast(named, ":", named.lastIndexOf("/") + 1);
  if (digest !== undefined && !digestForm.test(digest)) return undefined;
  if (tag !== undefined && !tagForm.test(tag)) return undefined;
  const parts = name.split("/");
  const [first = ""] = parts;
  const hasHost = parts.length > 1 && (/[.:]/.test(first) || first === "localhost");
  const path = hasHost ? parts.slice(1) : parts;
  if ((hasHost && !host.test(first)) || !path.every((part) => component.test(part))) return undefined;
  const registry = hasHost ? first : defaultHost;
  const full = registry === defaultHost && path.length === 1 ? ["library", ...path] : path;
  const version = digest === undefined ? `:${tag ?? "latest"}` : `@${digest}`;
  return `${registry}/${full.join("/")}${version}`;
}
