import type { Answer } from "@/lib/contract/agents/question";

/** Answers that a run waits for, by question. */
export class PendingAnswers {
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  /** Rejects with the signal's reason if it aborts first. */
  wait(questionId: string, signal: AbortSignal): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.#waiting.set(questionId, resolve);
    }).finally(() => this.#waiting.delete(questionId));
  }

  /** Resolves the question's promise. Ignores answers to questions that no run is waiting for. */
  received(questionId: string, answer: Answer): void {
    this.#waiting.get(questionId)?.(answer);
  }
}
