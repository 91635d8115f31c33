import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { useListKeys } from "./use-list-keys";

afterEach(cleanup);

const agents = ["first", "second", "third"].map((id) => ({ id }));

/** A list that renders only some rows at first. */
function List({ rendered }: { rendered: readonly string[] }) {
  const scroller = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(rendered);
  useListKeys({ rows: agents, selection: undefined, scroller, show: () => setShown(agents.map(({ id }) => id)) });
  return (
    <ul ref={scroller}>
      {agents
        .filter(({ id }) => shown.includes(id))
        .map(({ id }) => (
          <li key={id} data-row-id={id}>
            <button type="button">{id}</button>
          </li>
        ))}
    </ul>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const row = (name: string) => screen.getByRole("button", { name });

describe("the keys of a list", () => {
  it("move focus before the next key press", () => {
    render(<List rendered={["first", "second", "third"]} />);
    press("j");
    expect(document.activeElement).toBe(row("first"));
    press("j");
    press("k");
    expect(document.activeElement).toBe(row("first"));
  });

  it("wait for a row that isn't rendered yet", async () => {
    render(<List rendered={[]} />);
    press("j");
    await expect.poll(() => document.activeElement).toBe(row("first"));
    press("j");
    expect(document.activeElement).toBe(row("second"));
  });
});
