/** Why sign-in failed, and what to do. */
export function SignInProblem({ reason }: { reason: string }) {
  const { message, next } = problem(reason);
  return (
    <div className="space-y-2" role="alert">
      <p>{message}</p>
      <p className="text-muted-foreground">{next ?? newLink}</p>
    </div>
  );
}

const newLink = (
  <>
    Run <code className="font-mono">npx slipway sign-in</code> on the dashboard's machine to create a new link.
  </>
);
const askAdmin = "Ask an admin of this dashboard.";

function problem(reason: string): { message: string; next?: string } {
  switch (reason) {
    case "used":
      return { message: "This sign-in link has been used. Each link works once." };
    case "expired":
      return { message: "This sign-in link has expired. Links work for 15 minutes." };
    case "unknown":
      return { message: "This sign-in link isn't valid. Check that you copied all of it." };
    case "disabled":
      return { message: "This account is disabled.", next: askAdmin };
    case "not_invited":
      return { message: "No user with this email address has been added to this dashboard.", next: askAdmin };
    case "email_unverified":
      return {
        message: "The identity provider hasn't verified the email address of this account.",
        next: "Verify the address there, then sign in again.",
      };
    case "other_account":
      return {
        message: "Another account already uses this email address.",
        next: "Use that account, or ask an admin of this dashboard.",
      };
    default:
      return {
        message: "Couldn't sign in.",
        next: "Try again. If the problem persists, check the dashboard's log.",
      };
  }
}
