/** Why a sign-in link did not work, and what to do. */
export function LinkProblem({ refusal }: { refusal: string }) {
  return (
    <div className="space-y-2" role="alert">
      <p>{sentence(refusal)}</p>
      <p className="text-muted-foreground">
        Make a new one with <code className="font-mono">npm run sign-in</code> where the dashboard runs.
      </p>
    </div>
  );
}

function sentence(refusal: string): string {
  switch (refusal) {
    case "used":
      return "This sign-in link has been used. Each link works once.";
    case "expired":
      return "This sign-in link has expired. Links work for 15 minutes.";
    case "unknown":
      return "This sign-in link is not valid. Check that it was copied whole.";
    case "disabled":
      return "This account is disabled. Ask an admin of this dashboard.";
    default:
      return "Signing in did not work. Nothing was changed.";
  }
}
