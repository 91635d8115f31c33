import { z } from "zod";
import { jsonCodec } from "@/components/ui/json-codec";
import { localStore } from "@/components/ui/local-store";
import { paths } from "@/lib/model/paths";

/** A link is opened within this time of the redirect, often in another tab. */
const maxAgeMs = 30 * 60_000;

const Stored = z.object({ path: z.string(), at: z.number() });
type Stored = z.infer<typeof Stored>;

const store = () =>
  localStore(
    "return-path",
    jsonCodec<Stored>((json) => Stored.safeParse(json).data, { path: "", at: 0 }),
  );

/** Only a path of this dashboard: `//host` and `/\\host` are other sites. */
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path);

/** Remembers the page to return to after sign-in. */
export function rememberReturnPath(path: string): void {
  if (isOwnPath(path)) store().write({ path, at: Date.now() });
}

/** The page to open after sign-in. */
export function returnPath(): string {
  const { path, at } = store().read();
  return isOwnPath(path) && Date.now() - at < maxAgeMs ? path : paths.home();
}

export function forgetReturnPath(): void {
  store().write({ path: "", at: 0 });
}
