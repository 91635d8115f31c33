const numbers: Partial<Record<NodeJS.Architecture, number>> = { x64: 319, arm64: 279 };

/** Number of the system call `memfd_create`; `undefined` on processors that tests don't run on. */
export const memoryFileCall = numbers[process.arch];
