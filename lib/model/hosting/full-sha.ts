const fullSha = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** Whether a reference is the full SHA of a commit. */
export const isFullSha = (reference: string): boolean => fullSha.test(reference);
