import { createHash } from "node:crypto";

/** Mark of everything that the builds of an image store create in the engine's storage. */
export const storeMark = (folder: string) =>
  `slipway-store-${createHash("sha256").update(folder).digest("hex").slice(0, 20)}`;
