/** A run by its number or id. */
export type RunReference = { number: number } | { runId: string };

/** Parses the `run` parameter of an agent's page; `undefined` if it is empty. */
export function parseRunReference(text: string): RunReference | undefined {
  if (text === "") return undefined;
  return /^[1-9][0-9]{0,8}$/.test(text) ? { number: Number(text) } : { runId: text };
}

export const isReferenceTo = (reference: RunReference, run: { id: string; number?: number | undefined }): boolean =>
  "number" in reference ? run.number === reference.number : run.id === reference.runId;

/** `Run 12`; `Run` while its number is unknown. */
export const runLabel = (number: number | undefined): string => (number === undefined ? "Run" : `Run ${number}`);
