// Compiling schemas would need `new Function`, which the content security policy forbids. `z.config` would do the same, but
// then every page would load zod before it is needed.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
