import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import type { Question } from "@/lib/contract/agents/question";
import { askingAgent, askingRun, startAskingAgent } from "@/lib/server/answers/testing/asking-agent";
import { answerLinks } from "@/lib/server/db/notification-schema";
import { users } from "@/lib/server/db/schema";
import { type ChannelAddress, newWebhookSecret } from "./channel-address";
import { createMailer } from "./send-email";
import { deliverDue } from "./testing/deliver-due";
import { startNotificationBench } from "./testing/notification-bench";
import { startHttpReceiver, startMailServer, startPushService } from "./testing/receivers";

let bench: Awaited<ReturnType<typeof startNotificationBench>>;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;

beforeAll(async () => {
  bench = await startNotificationBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(async () => {
  await receiver.close();
  await bench.store.database.delete(users);
});

const page = "http://127.0.0.1:3000/agents/bc-1";
const link = /http:\/\/127\.0\.0\.1:3000\/answer\/[A-Za-z0-9_-]{43}/;
const permission: Question = { id: "q-1", message: "Run `rm -rf build`\nin the workspace?", fields: [] };
const choices = (...labels: string[]): Question => {
  const listed = labels.map((label) => ({ value: label, label }));
  const field = { type: "choice", name: "option", label: "Options", required: true, choices: listed } as const;
  return { id: "q-1", message: "Which?", fields: [field] };
};
const freeText: Question = {
  id: "q-1",
  message: "What is the name?",
  fields: [{ type: "text", name: "name", label: "Name", required: true }],
};

interface Given {
  role?: "viewer" | "operator";
  /** Whether the question is closed before the message is sent. */
  closed?: boolean;
  /** URL of the mail server. */
  mailer?: string;
}

/** Notifies a user of a question, and returns how many links were created. */
async function notify(question: Question, address: ChannelAddress, given: Given = {}): Promise<number> {
  const { role = "operator", closed = false, mailer } = given;
  const agent = await startAskingAgent(bench.parts.service, question);
  const ada = await bench.user("Ada");
  await bench.store.database.update(users).set({ role });
  await bench.channel(ada, address, { events: ["run.needs_input"] });
  const facts = { agent: askingAgent, question: { id: question.id, runId: askingRun } };
  await bench.happens([ada], { type: "run.needs_input", facts });
  if (closed) agent.becomes("closed");
  const smtp = { url: mailer ?? "", from: "Slipway <slipway@x.example>" };
  const sender = mailer === undefined ? undefined : createMailer(smtp, "http://127.0.0.1:3000");
  await deliverDue({ ...bench.parts, service: agent.service, mailer: sender });
  await agent.close();
  return (await bench.store.database.select().from(answerLinks)).length;
}

const received = () => JSON.parse(`${receiver.received[0]?.body}`);
const Slack = z.object({ text: z.string(), unfurl_links: z.literal(false) });
const Webhook = z.object({ events: z.tuple([z.looseObject({ url: z.string(), request: z.unknown() })]) });
const slack = () => ({ kind: "slack" as const, url: receiver.url });
const slackText = () => Slack.parse(received()).text;

it("sends the request to Slack as quoted plain text, with a link for each answer", async () => {
  expect(await notify(permission, slack())).toBe(2);
  const [first, quote, links = "", ...rest] = slackText().split("\n");
  expect(first).toBe(`<${page}|Agent needs your input> · Fix the discount`);
  expect(quote).toBe("> Run `rm -rf build` in the workspace?");
  expect(links).toMatch(new RegExp(`^<${link.source}\\|Approve>  ·  <${link.source}\\|Deny>$`));
  expect(rest).toEqual([]);
});

it("can't mention channels or disguise links in Slack", async () => {
  await notify({ ...choices("<!channel>|x"), message: "<https://evil.example|Approve> & <!here>" }, slack());
  expect(slackText()).toContain("> &lt;https://evil.example|Approve&gt; &amp; &lt;!here&gt;");
  expect(slackText()).toContain("|&lt;!channel&gt;¦x>");
});

it("only links to the agent for free text, long requests, users who can't respond, and closed requests", async () => {
  const sent = async (...given: Parameters<typeof notify>) => {
    const links = await notify(...given);
    const text = slackText();
    await receiver.close();
    receiver = await startHttpReceiver();
    await bench.store.database.delete(users);
    bench.clock.advance(30_000);
    return [links, link.test(text), text.split("\n").length, text.startsWith(`<${page}|`)];
  };
  expect(await sent(freeText, slack())).toEqual([0, false, 2, true]);
  expect(await sent({ ...permission, message: "x".repeat(500) }, slack())).toEqual([0, false, 2, true]);
  expect(await sent(choices("a", "b", "c", "d"), slack())).toEqual([0, false, 2, true]);
  expect(await sent(permission, slack(), { role: "viewer" })).toEqual([0, false, 2, true]);
  expect(await sent(permission, slack(), { closed: true })).toEqual([0, false, 1, true]);
});

function fromQuotedPrintable(text: string): string {
  const byte = (_match: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  const bytes = text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, byte);
  return Buffer.from(bytes, "latin1").toString("utf8");
}

it("sends email with the request quoted in one line, so that it can't imitate links or headers", async () => {
  const server = await startMailServer();
  const message = "Deploy?\r\nApprove: https://evil.example\u202e";
  await notify({ ...permission, message }, { kind: "email", email: "" }, { mailer: server.url() });
  await server.close();
  const body = fromQuotedPrintable(server.received[0]?.text ?? "");
  expect(body).toContain("\r\n> Deploy? Approve: https://evil.example⟨U+202E⟩\r\n");
  expect(body).toMatch(new RegExp(`\r\nApprove: ${link.source}\r\nDeny: ${link.source}\r\n`));
  expect(body).toContain("The links act for you, once");
  expect(body).not.toMatch(/^Approve: https/m);
});

it("pushes the request with an action for each answer, within the size that push services accept", async () => {
  const push = await startPushService();
  const address = { kind: "push" as const, subscription: push.subscription };
  await notify(choices("Once", "Always"), address);
  await bench.store.database.delete(users);
  bench.clock.advance(30_000);
  // Each character is three bytes.
  await notify({ ...choices("好".repeat(40), "的".repeat(40)), message: "问".repeat(1_000) }, address);
  const [first, second] = await push.read();
  const action = (title: string) => ({ title, url: expect.stringMatching(link) });
  expect(first?.message).toEqual({
    title: "Agent needs your input · Fix the discount",
    url: page,
    tag: expect.any(String),
    body: "Which?",
    actions: [action("Once"), action("Always"), action("Decline")],
  });
  expect(second?.message).toMatchObject({ url: page, body: expect.stringMatching(/…$/), actions: [] });
  await push.close();
});

it("sends webhooks the request and its answers as data, without links that act for the user", async () => {
  expect(await notify(choices("Once"), { kind: "webhook", url: receiver.url, secret: newWebhookSecret() })).toBe(0);
  expect(`${receiver.received[0]?.body}`).not.toContain("/answer/");
  const { events } = Webhook.parse(received());
  expect(events[0]).toMatchObject({ url: page, agentId: "bc-1" });
  expect(events[0].request).toEqual({
    runId: askingRun,
    questionId: "q-1",
    text: "Which?",
    choices: [
      { label: "Once", answer: { action: "accept", values: { option: "Once" } } },
      { label: "Decline", answer: { action: "decline" } },
    ],
  });
});

it("masks secrets in the request", async () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  await notify({ ...permission, message: `Use ${secret}?` }, slack());
  expect(slackText()).not.toContain(secret);
  expect(slackText()).toContain("> Use ");
});
