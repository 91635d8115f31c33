/** Why signing in did not work, and what to do. */
export function SignInProblem({ refusal }: { refusal: string }) {
  const { what, next } = problem(refusal);
  return (
    <div className="space-y-2" role="alert">
      <p>{what}</p>
      <p className="text-muted-foreground">{next ?? newLink}</p>
    </div>
  );
}

const newLink = (
  <>
    Make a new one with <code className="font-mono">npm run sign-in</code> where the dashboard runs.
  </>
);
const askAdmin = "Ask an admin of this dashboard.";

function problem(refusal: string): { what: string; next?: string } {
  switch (refusal) {
    case "used":
      return { what: "This sign-in link has been used. Each link works once." };
    case "expired":
      return { what: "This sign-in link has expired. Links work for 15 minutes." };
    case "unknown":
      return { what: "This sign-in link is not valid. Check that it was copied whole." };
    case "disabled":
      return { what: "This account is disabled.", next: askAdmin };
    case "not_invited":
      return { what: "Nobody with this e-mail address was invited to this dashboard.", next: askAdmin };
    case "email_unverified":
      return {
        what: "The identity provider does not confirm the e-mail address of this account.",
        next: "Confirm the address there, then sign in again.",
      };
    case "other_account":
      return {
        what: "Another account signs in with this e-mail address already.",
        next: "Use that account, or ask an admin of this dashboard.",
      };
    default:
      return {
        what: "Signing in did not work. Nothing was changed.",
        next: "Try again. If it fails again, the dashboard's log has the reason.",
      };
  }
}
