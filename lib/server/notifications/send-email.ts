import nodemailer, { type Transporter } from "nodemailer";
import type { Settings } from "@/lib/core/settings/settings";
import { oneLine } from "@/lib/model/notifications/notification";
import type { AttemptResult } from "@/lib/server/db/notification-queue";
import { type Message, type SentEvent, subjectOf } from "./message";

const timeoutMs = 10_000;

export interface Mailer {
  send(to: string, message: Message): Promise<AttemptResult>;
}

const linkNote = "The links act for you, once, within 24 hours. Don't forward this message.";

/** What an agent asks, quoted, and a link for each answer. */
function requestLines({ request, url }: SentEvent): string[] {
  if (!request) return [];
  const question = ["", `> ${request.text}`, ""];
  const links = request.choices.flatMap(({ label, url: page }) => (page === undefined ? [] : [`${label}: ${page}`]));
  return links.length === 0 ? [...question, `Respond: ${url}`] : [...question, ...links, "", linkNote];
}

function bodyOf({ events }: Message, webUrl: string): string {
  const entries = events.map((event) => {
    const { title, detail, url } = event;
    return [...[title, detail, url].filter(Boolean), ...requestLines(event)].join("\n");
  });
  const settings = new URL("/settings/notifications", webUrl).href;
  return `${entries.join("\n\n")}\n\n-- \nYou receive this because of your notification settings: ${settings}\n`;
}

interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/** A mail server that rejects a message with 5xx won't accept it later, except for its sign-in. */
function failureOf(error: unknown): AttemptResult {
  const { code, responseCode, response }: SmtpError = typeof error === "object" && error !== null ? error : {};
  if (code === "EAUTH") return { delivered: false, message: "The mail server rejected the dashboard's sign-in." };
  if (typeof responseCode === "number") {
    const message = `The mail server rejected the message: ${oneLine(typeof response === "string" ? response : `${responseCode}`)}`;
    return { delivered: false, message, final: responseCode >= 500 };
  }
  const message =
    code === "ETIMEDOUT" ? "The mail server didn't respond in time." : "Couldn't connect to the mail server.";
  return { delivered: false, message };
}

/** Sends email over SMTP; `undefined` if it isn't configured. */
export function createMailer(smtp: Settings["smtp"], webUrl: string): Mailer | undefined {
  if (!smtp) return undefined;
  const host = new URL(webUrl).hostname;
  const open = (): Transporter =>
    nodemailer.createTransport(
      {
        url: smtp.url,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from: smtp.from },
    );
  return {
    async send(to, message) {
      const transport = open();
      try {
        await transport.sendMail({
          to: { name: "", address: to },
          subject: oneLine(`[Slipway] ${subjectOf(message)}`),
          text: bodyOf(message, webUrl),
          messageId: `<${message.id}@${host}>`,
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return { delivered: true, message: `The mail server accepted the message to ${to}.` };
      } catch (error) {
        return failureOf(error);
      } finally {
        transport.close();
      }
    },
  };
}
