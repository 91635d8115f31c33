import { addNonceToStyles } from "@/lib/client/style-nonce";

// Zod compiles schemas with `new Function`, which the content security policy forbids. `z.config` would disable that, too,
// but every page would have to load zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

addNonceToStyles(document);
