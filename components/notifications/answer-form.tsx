"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import type { AnswerResult, OpenAnswer } from "@/lib/model/notifications/answer-result";
import { AnswerNotice } from "./answer-notice";
import { sendAnswer } from "./send-answer";

/** What an agent asks and the answer of the opened link, with a button that sends it. */
export function AnswerForm({ token, answer }: { token: string; answer: OpenAnswer }) {
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<AnswerResult>();
  const { agentName, text, label, path } = answer;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    setResult(await sendAnswer(token));
    setSending(false);
  }

  if (result && "sent" in result) return <AnswerNotice message={`Answer sent: ${label}`} path={result.path} />;
  if (result && result.problem !== "unavailable") return <AnswerNotice isProblem {...result} />;
  return (
    <form onSubmit={submit} className="space-y-4">
      <p className="break-words">
        <a href={path} className="font-medium underline underline-offset-2">
          {agentName}
        </a>{" "}
        asks:
      </p>
      <blockquote className="break-words border-l-2 pl-3">{text}</blockquote>
      <p className="break-words">
        Your answer: <strong className="font-semibold">{label}</strong>
      </p>
      {result ? <p role="alert">{result.message}</p> : null}
      <Button type="submit" variant="primary" disabled={isSending} className="h-9 w-full">
        {isSending ? "Sending…" : "Send answer"}
      </Button>
    </form>
  );
}
