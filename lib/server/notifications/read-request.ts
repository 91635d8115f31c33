import { answerQuestion } from "@/lib/contract/agents/answer-question";
import { getRun } from "@/lib/contract/agents/get-run";
import { callPath } from "@/lib/contract/client-path";
import type { ChannelKind } from "@/lib/contract/dashboard/notifications/notification-events";
import { roleAllows } from "@/lib/contract/operation";
import { requestText } from "@/lib/model/notifications/agent-request";
import { oneLine } from "@/lib/model/notifications/notification";
import { paths } from "@/lib/model/paths";
import type { QuickAnswer } from "@/lib/model/questions/quick-answers";
import { hashLinkToken, newLinkToken } from "@/lib/server/auth/link-token";
import { addAnswerLinks } from "@/lib/server/db/answer-links";
import type { Store } from "@/lib/server/db/store";
import { type UserRow, userOf } from "@/lib/server/db/users";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { SentRequest } from "./message";
import { readQuestion } from "./read-question";

const linkLifetimeMs = 24 * 60 * 60_000;

/** Where a user reads a request. */
interface Recipient {
  user: UserRow;
  kind: ChannelKind;
  /** Whether the service lets them prompt the agent. */
  canPrompt: boolean;
}

interface Asked {
  agent: { id: string; name: string };
  runId: string;
  questionId: string;
}

interface RequestParts {
  store: Store;
  service: Service;
  webUrl: string;
}

/** Returns whether a question is still open, as its user. */
async function isOpen({ service }: RequestParts, user: UserRow, asked: Asked): Promise<boolean> {
  const path = callPath(getRun, { id: asked.agent.id, runId: asked.runId });
  try {
    const run = await callWith(service, getRun, { path, acting: { user: userOf(user) } });
    return run.question?.id === asked.questionId;
  } catch (error) {
    if (error instanceof UpstreamError && (error.status === 403 || error.status === 404)) return false;
    throw error;
  }
}

/**
 * What an agent asks, with the answers its user can send; `undefined` if it is no longer open or can't be read. In email,
 * push and Slack messages, each answer has a link that sends it for the user.
 */
export async function readRequest(
  parts: RequestParts,
  { user, kind, canPrompt }: Recipient,
  asked: Asked,
): Promise<SentRequest | undefined> {
  const { service } = parts;
  const { agent, runId, questionId } = asked;
  if (!(await isOpen(parts, user, asked))) return undefined;
  const question = await readQuestion(service, { agentId: agent.id, runId, questionId });
  if (!question) return undefined;
  const masker = createMasker(service);
  const { text, choices } = requestText(question, (value) => masker.mask(value));
  if (!canPrompt || !roleAllows(user.role, answerQuestion.role)) return { runId, questionId, text, choices: [] };
  if (kind === "webhook" || kind === "inbox" || choices.length === 0) return { runId, questionId, text, choices };
  return { runId, questionId, text, choices: await addLinks(parts, user, { ...asked, text }, choices) };
}

/** Adds a link to each choice. There are no choices if the user has already responded. */
async function addLinks(
  { store, service, webUrl }: RequestParts,
  user: UserRow,
  { agent, runId, questionId, text }: Asked & { text: string },
  choices: readonly QuickAnswer[],
): Promise<SentRequest["choices"]> {
  const now = service.clock.now();
  const added = choices.map((choice) => ({ ...choice, token: newLinkToken() }));
  const isAdded = await addAnswerLinks(
    store,
    {
      userId: user.id,
      agentId: agent.id,
      agentName: oneLine(agent.name),
      runId,
      questionId,
      text,
      expiresAt: new Date(now + linkLifetimeMs),
    },
    added.map(({ token, label, answer }) => ({ tokenHash: hashLinkToken(token), label, answer })),
    new Date(now),
  );
  if (!isAdded) return [];
  return added.map(({ token, label, answer }) => {
    return { label, answer, url: new URL(paths.answer(token), webUrl).href };
  });
}
