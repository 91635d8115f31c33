import { createServer } from "node:http";
import type { Question } from "@/lib/contract/agents/question";
import type { Service } from "@/lib/server/upstream/client/service";

export const askingAgent = { id: "bc-1", name: "Fix the discount" };
export const askingRun = "run-1";

interface ReceivedAnswer {
  /** The email address of the user whose credential it was sent with. */
  as: string | undefined;
  body: unknown;
}

/** A service with one agent that asks a question and accepts one answer; for tests. `base` is the service that it replaces. */
export async function startAskingAgent(base: Service, question: Question) {
  const answers: ReceivedAnswer[] = [];
  let status = "RUNNING";
  let isOpen = true;
  let failure: { status: number; code: string; message: string } | undefined;
  const read = `/v1/agents/${askingAgent.id}/runs/${askingRun}`;
  const times = { createdAt: "2026-05-01T12:00:00.000Z", updatedAt: "2026-05-01T12:00:00.000Z" };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const send = (code: number, body: object) =>
      response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (failure) return send(failure.status, { error: { code: failure.code, message: failure.message } });
    if (request.url === `/v1/agents/${askingAgent.id}`) {
      const more = { status: "ACTIVE", env: { type: "cloud" }, url: "", latestRunId: askingRun, repos: [] };
      const access = { viewerAccess: "own", workOnCurrentBranch: false, autoCreatePR: false };
      return send(200, { ...askingAgent, ...times, ...more, ...access });
    }
    if (request.url === read) {
      const asked = isOpen && status === "RUNNING" ? { question: { id: question.id, askedAt: times.createdAt } } : {};
      return send(200, { id: askingRun, agentId: askingAgent.id, status, ...times, ...asked });
    }
    if (request.url === `${read}/stream`) {
      const update = { type: "context-injection-state", injectionId: question.id, state: "question", question };
      response.writeHead(200, { "content-type": "text/event-stream" });
      // The stream of an active run doesn't end.
      response.write(`event: interaction_update\ndata: ${JSON.stringify(update)}\n\n`);
      return;
    }
    if (request.method !== "POST" || request.url !== `${read}/questions/${question.id}/answer`) {
      return send(404, { error: { code: "not_found", message: "Not found" } });
    }
    if (!isOpen) return send(409, { error: { code: "question_closed", message: "Closed" } });
    isOpen = false;
    const as = request.headers.authorization?.replace("Bearer ", "");
    answers.push({ as, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
    return send(200, { id: question.id });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const service: Service = {
    ...base,
    address: { ...base.address, base: `http://127.0.0.1:${address.port}` },
    credentials: {
      actsForUsers: () => true,
      authorization: async (_caller, acting) => `Bearer ${acting?.user.email ?? "the dashboard"}`,
    },
  };
  return {
    service,
    answers,
    /** Ends the run, or closes the question as an answer from elsewhere does. */
    becomes(next: "FINISHED" | "closed") {
      if (next === "closed") isOpen = false;
      else status = next;
    },
    /** Rejects all requests, or accepts them again. */
    fails(next: typeof failure) {
      failure = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
