import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { actorName, ownName } from "@/lib/model/hosting/actor-name";
import { ActorLabel } from "./actor-label";

afterEach(cleanup);

const ada = { id: "1", email: "ada@example.com", displayName: "Ada Lovelace" };
const viaAgent = { user: { ...ada, performedVia: { app: { id: "managed-actor" } } } };

it("names a user next to the avatar", () => {
  const { container } = render(<ActorLabel name={ownName({ user: ada })} />);
  expect(container.querySelector("[data-initials='AL']")).toBeTruthy();
  expect(screen.getByText("Ada Lovelace")).toBeTruthy();
});

it("shows the same avatar if an agent acted for the user", () => {
  const { container } = render(
    <>
      <ActorLabel name={ownName({ user: ada })} />
      <ActorLabel name={ownName(viaAgent)} text={actorName(viaAgent)} />
    </>,
  );
  const [first, second] = [...container.querySelectorAll("[aria-hidden]")].map(({ outerHTML }) => outerHTML);
  expect(second).toBe(first);
  expect(screen.getByText("Ada Lovelace via an agent")).toBeTruthy();
});
