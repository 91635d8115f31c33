"use client";

/** A write rejected by rules that the user can bypass by giving a reason. */
export interface BypassPrompt {
  message: string;
  /** Called with the reason, or without one to accept the error. */
  answer: (reason: string | undefined) => void;
}

let current: BypassPrompt | undefined;
const listeners = new Set<() => void>();

function show(prompt: BypassPrompt | undefined): void {
  current = prompt;
  for (const listener of listeners) listener();
}

export const currentBypassPrompt = (): BypassPrompt | undefined => current;

export function onBypassPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks whether to bypass the rules. Resolves to the reason, or to `undefined` if the user doesn't bypass them. */
export function askForBypass(message: string): Promise<string | undefined> {
  if (listeners.size === 0 || current) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    show({
      message,
      answer(reason) {
        show(undefined);
        resolve(reason);
      },
    });
  });
}
