import type { Answer, Question } from "@/lib/contract/agents/question";
import type { Clock } from "@/lib/core/clock";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import type { Ids } from "@/lib/core/ids";
import type { RunContext } from "../run/run-spec";

/** How long a question waits for its answer. */
const answerTimeoutMs = 60 * 60_000;
const maxQuestions = 200;

/** How a question ended. */
export type QuestionEnd = "answered" | "declined" | "expired" | "canceled";

export interface QuestionsOptions {
  answerTo: NonNullable<RunContext["answerTo"]>;
  /** Shows a question in the transcript. */
  asked(question: Question): void;
  /** Shows how it ended. */
  closed(id: string, end: QuestionEnd, answer: Answer | undefined): void;
  clock: Clock;
  ids: Ids;
  /** Cancels the run. */
  signal: AbortSignal;
}

/** The agent's questions to the user, one at a time. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #turn = new Semaphore(1, { maxWaiting: 16 });
  #count = 0;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** Asks the user. Resolves with the answer, or `undefined` if it expired or the run or the request was canceled. */
  async ask(content: Omit<Question, "id">, canceled: AbortSignal): Promise<Answer | undefined> {
    const signal = AbortSignal.any([this.#options.signal, canceled]);
    this.#count += 1;
    if (this.#count > maxQuestions) return undefined;
    try {
      return await this.#turn.run(() => this.#ask({ id: this.#options.ids.uuid(), ...content }, signal), signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  async #ask(question: Question, canceled: AbortSignal): Promise<Answer | undefined> {
    const { answerTo, asked, closed, clock } = this.#options;
    const expired = new AbortController();
    const stop = clock.after(answerTimeoutMs, () => expired.abort());
    try {
      const answer = answerTo(question.id, AbortSignal.any([canceled, expired.signal]));
      asked(question);
      const received = await answer;
      closed(question.id, received.action === "accept" ? "answered" : "declined", received);
      return received;
    } catch (error) {
      if (!canceled.aborted && !expired.signal.aborted) throw error;
      closed(question.id, canceled.aborted ? "canceled" : "expired", undefined);
      return undefined;
    } finally {
      stop();
    }
  }
}
