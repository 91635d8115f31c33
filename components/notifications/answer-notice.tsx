interface AnswerNoticeProps {
  message: string;
  /** The page to continue on. */
  path: string;
  isProblem?: boolean;
}

/** What happened to an answer, or why its link can't be used. */
export function AnswerNotice({ message, path, isProblem = false }: AnswerNoticeProps) {
  return (
    <div className="space-y-2">
      <p role={isProblem ? "alert" : "status"} className="break-words">
        {message}
      </p>
      <a href={path} className="underline underline-offset-2">
        {path.startsWith("/agents/") ? "Open agent" : "Open Slipway"}
      </a>
    </div>
  );
}
