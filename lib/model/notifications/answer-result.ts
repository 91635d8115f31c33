import { z } from "zod";
import { paths } from "../paths";

const answerProblems = ["invalid", "expired", "closed", "ended", "denied", "limited", "unavailable"] as const;
export type AnswerProblem = (typeof answerProblems)[number];

/** Why an answer link can't be used. `path`: the page to continue on. */
export const RejectedAnswer = z.object({ problem: z.enum(answerProblems), message: z.string(), path: z.string() });
export type RejectedAnswer = z.infer<typeof RejectedAnswer>;

/** The response to a sent answer. */
export const AnswerResult = z.union([z.object({ sent: z.literal(true), path: z.string() }), RejectedAnswer]);
export type AnswerResult = z.infer<typeof AnswerResult>;

/** What an answer link does, if it can be used. */
export interface OpenAnswer {
  agentName: string;
  /** What the agent asks. */
  text: string;
  /** The answer. */
  label: string;
  path: string;
}

const messages: Readonly<Record<AnswerProblem, string>> = {
  invalid: "This link isn't valid, or the request already has a response. Each request accepts one.",
  expired: "This link has expired. Links in notifications work for 24 hours.",
  closed: "The request is closed: it already has a response, or the agent continued without one.",
  ended: "The run has ended, so the agent no longer needs a response.",
  denied: "You can't respond to this agent.",
  limited: "Too many failed requests. Try again later.",
  unavailable: "Couldn't reach the service. Try again.",
};

/** A rejection about an agent, if it is known. `reason` explains it better than the default. */
export function rejectedAnswer(problem: AnswerProblem, agentId?: string, reason?: string): RejectedAnswer {
  const path = agentId === undefined ? paths.home() : paths.agent(agentId);
  return { problem, message: reason ?? messages[problem], path };
}
