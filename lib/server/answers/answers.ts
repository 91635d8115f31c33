import { z } from "zod";
import type { FailureBudget } from "@/lib/core/failure-budget";
import { closeAfter, parseJson, readBody } from "@/lib/core/http/request-body";
import {
  type AnswerProblem,
  type AnswerResult,
  type OpenAnswer,
  type RejectedAnswer,
  rejectedAnswer,
} from "@/lib/model/notifications/answer-result";
import { paths } from "@/lib/model/paths";
import { isSameOrigin, rejectForeignHost } from "@/lib/server/auth/request-origin";
import { clientOf } from "@/lib/server/failed-requests";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import { type AnswerParts, inspectAnswer } from "./inspect-answer";
import { sendAnswer } from "./send-answer";

interface Parts extends AnswerParts {
  webUrl: string;
  /** Invalid links per address. */
  failures: FailureBudget;
}

export interface Answers {
  /** What the page of a link shows. Opening it sends nothing, because link previews and mail scanners open it too. */
  read(token: string, headers: Pick<Headers, "get">): Promise<OpenAnswer | RejectedAnswer>;
  /** Handles the request that the page's button sends. */
  send(request: Request): Promise<Response>;
}

const bodyBytes = 1_024;
const Body = z.object({ token: z.string().max(100) });

const statuses: Readonly<Record<AnswerProblem, number>> = {
  invalid: 410,
  expired: 410,
  closed: 409,
  ended: 409,
  denied: 403,
  limited: 429,
  unavailable: 503,
};

const respond = (body: object, status: number) =>
  Response.json(body, { status, headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
const rejected = (status: number, code: string, message: string) => respond({ error: { code, message } }, status);

/** Answer links of notifications. They are authenticated by their token, not by session. */
export function createAnswers(parts: Parts): Answers {
  const { failures, service, log, webUrl } = parts;

  /** Limits how often an address can try invalid links. */
  async function limited<T extends object>(
    headers: Pick<Headers, "get">,
    use: () => Promise<T | RejectedAnswer>,
  ): Promise<T | RejectedAnswer> {
    const client = clientOf(headers);
    if (failures.waitSeconds(client) > 0) return rejectedAnswer("limited");
    try {
      const result = await use();
      if ("problem" in result && result.problem === "invalid") failures.spend(client);
      return result;
    } catch (error) {
      log.error({ err: error }, "couldn't use an answer link");
      return rejectedAnswer("unavailable");
    }
  }

  return {
    read: (token, headers) =>
      limited<OpenAnswer>(headers, async () => {
        const found = await inspectAnswer(parts, token);
        if ("problem" in found) return found;
        const { agentId, agentName, text } = found.request;
        // Secrets can have been added since it was stored.
        const masker = createMasker(service);
        return { agentName, text: masker.mask(text), label: found.link.label, path: paths.agent(agentId) };
      }),

    async send(request) {
      const foreign = rejectForeignHost(request.headers, webUrl);
      if (foreign) return foreign;
      if (!isSameOrigin(request.headers, webUrl)) {
        return rejected(403, "cross_origin", "Cross-origin requests can't make changes.");
      }
      const read = await readBody(request, bodyBytes, service.clock);
      if ("problem" in read) return closeAfter(request, rejected(read.status, read.code, `${read.problem}.`));
      const { data } = Body.safeParse(parseJson(read.body)?.value);
      if (!data) return rejected(400, "validation_error", "The body must have a token.");
      const result = await limited<AnswerResult>(request.headers, () => sendAnswer(parts, data.token));
      return respond(result, "problem" in result ? statuses[result.problem] : 200);
    },
  };
}
