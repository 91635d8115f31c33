import { Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useSendMessage } from "./follow-up-queue-queries";

const approval = "The plan is approved. Run it.";

interface ApproveButtonProps {
  agentId: string;
  /** The agent's. */
  name: string;
  isPrimary?: boolean;
  onSent?: () => void;
}

/** Approves an agent's plan and runs it in agent mode. */
export function ApproveButton({ agentId, name, isPrimary = false, onSent }: ApproveButtonProps) {
  const { mutate, isPending, isSuccess } = useSendMessage(agentId);
  const approve = () =>
    mutate(
      { prompt: { text: approval }, mode: "agent" },
      {
        onSuccess: onSent,
        onError: (error) => toast.error("Couldn't start the run.", { description: error.message }),
      },
    );
  return (
    <Button
      size="small"
      variant={isPrimary ? "primary" : "secondary"}
      disabled={isPending || isSuccess}
      aria-label={`Approve and run: ${name}`}
      onClick={approve}
    >
      <Play aria-hidden />
      Approve and run
    </Button>
  );
}
