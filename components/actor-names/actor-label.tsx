import { Avatar } from "@/components/ui/avatar";

interface ActorLabelProps {
  /** Decides the avatar. */
  name: string;
  /** The text, if it says more than the name: `Ada via an agent`. */
  text?: string;
  /** Classes of the text, for example to hide it visually on narrow screens. */
  textClass?: string;
}

/** A user, app or service account: avatar and name. */
export function ActorLabel({ name, text = name, textClass = "" }: ActorLabelProps) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5 align-bottom" title={text}>
      <Avatar name={name} />
      <bdi className={`min-w-0 truncate ${textClass}`}>{text}</bdi>
    </span>
  );
}
