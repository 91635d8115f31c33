import { z } from "zod";

/** `DATA_DIR/keys.json` of the embedded service, mode 0600. */
export const Keys = z.object({ user: z.string(), serviceAccount: z.string(), admin: z.string() });
export type Keys = z.infer<typeof Keys>;

export const keysFile = "keys.json";

/** The first user of the dashboard and of the embedded service. The user key is theirs. */
export const firstUserEmail = "admin@localhost";
