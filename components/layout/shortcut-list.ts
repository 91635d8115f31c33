import { screens } from "./screens";

const nameInSentence = (name: string) => name[0]?.toLowerCase() + name.slice(1);

/** Shortcuts that work while no field has focus. */
export const shortcutSheet: readonly {
  group: string;
  entries: readonly { keys: readonly string[]; what: string }[];
}[] = [
  {
    group: "Everywhere",
    entries: [
      { keys: ["Ctrl", "K"], what: "Command palette" },
      { keys: ["?"], what: "Show shortcuts" },
      ...screens.map(({ name, keys }) => ({ keys, what: keys.length > 1 ? `Go to ${nameInSentence(name)}` : name })),
      { keys: ["Esc"], what: "Close, or leave a field" },
    ],
  },
  {
    group: "Overview",
    entries: [
      { keys: ["j"], what: "Next item (also ↓ in the list)" },
      { keys: ["k"], what: "Previous item (also ↑ in the list)" },
      { keys: ["Enter"], what: "Open" },
      { keys: ["a"], what: "Run the item's first action, such as Approve" },
      { keys: ["e"], what: "Mark as read or unread" },
    ],
  },
  {
    group: "Inbox",
    entries: [
      { keys: ["j"], what: "Next notification (also ↓ in the list)" },
      { keys: ["k"], what: "Previous notification (also ↑ in the list)" },
      { keys: ["Enter"], what: "Open" },
      { keys: ["e"], what: "Mark as read or unread" },
    ],
  },
  {
    group: "Agents",
    entries: [
      { keys: ["j"], what: "Next agent" },
      { keys: ["k"], what: "Previous agent" },
      { keys: ["Enter"], what: "Open" },
      { keys: ["x"], what: "Select" },
      { keys: ["Shift", "X"], what: "Select a range" },
      { keys: ["Esc"], what: "Clear selection" },
      { keys: ["/"], what: "Filter" },
      { keys: ["Backspace"], what: "Edit the last term (in an empty filter)" },
    ],
  },
  {
    group: "Queue",
    entries: [
      { keys: ["j"], what: "Next request" },
      { keys: ["k"], what: "Previous request" },
      { keys: ["Enter"], what: "Open" },
      { keys: ["/"], what: "Filter" },
    ],
  },
  {
    group: "Pull requests",
    entries: [
      { keys: ["j"], what: "Next pull request or check" },
      { keys: ["k"], what: "Previous pull request or check" },
      { keys: ["1"], what: "Conversation" },
      { keys: ["2"], what: "Commits" },
      { keys: ["3"], what: "Checks" },
      { keys: ["4"], what: "Files" },
      { keys: ["Shift", "N"], what: "Next open thread" },
      { keys: ["Shift", "P"], what: "Previous open thread" },
      { keys: ["r"], what: "Write your review" },
      { keys: ["Shift", "M"], what: "Merge, after a confirmation" },
      { keys: ["{"], what: "Pull request below in the stack" },
      { keys: ["}"], what: "Pull request above in the stack" },
      { keys: ["<"], what: "Previous commit, while reviewing one commit" },
      { keys: [">"], what: "Next commit, while reviewing one commit" },
      { keys: ["Shift", "F"], what: "Fix with an agent" },
    ],
  },
  {
    group: "Artifacts",
    entries: [
      { keys: ["←"], what: "Previous artifact, while one is open" },
      { keys: ["→"], what: "Next artifact, while one is open" },
    ],
  },
  {
    group: "Repository files",
    entries: [
      { keys: ["c"], what: "Code" },
      { keys: ["b"], what: "Blame" },
      { keys: ["h"], what: "History" },
      { keys: ["j"], what: "Next commit" },
      { keys: ["k"], what: "Previous commit" },
    ],
  },
  {
    group: "Environment file",
    entries: [
      { keys: ["Ctrl", "Space"], what: "Show suggestions" },
      { keys: ["F8"], what: "Next problem" },
      { keys: ["Ctrl", "F"], what: "Find" },
      { keys: ["Ctrl", "S"], what: "Commit" },
    ],
  },
  {
    group: "Transcript",
    entries: [
      { keys: ["/"], what: "Find (Enter: next, Shift Enter: previous)" },
      { keys: ["["], what: "Previous prompt" },
      { keys: ["]"], what: "Next prompt" },
    ],
  },
  {
    group: "Changed files",
    entries: [
      { keys: ["j"], what: "Next line" },
      { keys: ["k"], what: "Previous line" },
      { keys: ["n"], what: "Next change" },
      { keys: ["p"], what: "Previous change" },
      { keys: ["]"], what: "Next file" },
      { keys: ["["], what: "Previous file" },
      { keys: ["Shift", "N"], what: "Next open thread, draft, or annotation" },
      { keys: ["Shift", "P"], what: "Previous open thread, draft, or annotation" },
      { keys: ["Shift", "J"], what: "Next file with comments" },
      { keys: ["Shift", "K"], what: "Previous file with comments" },
      { keys: ["Shift", "↓"], what: "Extend the selection by a line" },
      { keys: ["c"], what: "Comment on the selected lines" },
      { keys: ["Enter"], what: "Open the thread" },
      { keys: ["r"], what: "Finish your review" },
      { keys: ["Ctrl", "Enter"], what: "Add a comment, or publish the review" },
      { keys: ["v"], what: "Toggle viewed" },
      { keys: ["Shift", "V"], what: "Mark as viewed and go to the next unviewed file" },
      { keys: ["o"], what: "Collapse or expand the file" },
      { keys: ["e"], what: "Show more context" },
      { keys: ["Shift", "E"], what: "Show the whole file" },
      { keys: ["a"], what: "Show or hide check annotations" },
      { keys: ["m"], what: "Switch between split and unified" },
      { keys: ["t"], what: "Filter files" },
      { keys: ["/"], what: "Find in all files (also Ctrl F)" },
    ],
  },
  {
    group: "Writing a prompt",
    entries: [
      { keys: ["Ctrl", "Enter"], what: "Launch, send, or queue" },
      { keys: ["Alt", "↑"], what: "Move a queued message up" },
      { keys: ["Alt", "↓"], what: "Move a queued message down" },
    ],
  },
];
