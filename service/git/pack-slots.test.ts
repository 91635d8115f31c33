import { expect, it } from "vitest";
import { createPackPlaces } from "./pack-slots";

const never = new AbortController().signal;

it("gives as many places as there are, the rest in order, and turns away who would wait too long in line", async () => {
  const places = createPackPlaces({ fetches: 2, pushes: 1, waiting: 2 });
  const [first, second] = [await places.take("fetches", never), await places.take("fetches", never)];
  expect(await places.take("pushes", never)).toBeTypeOf("function");
  const served: string[] = [];
  const waiter = async (name: string) => {
    const leave = await places.take("fetches", never);
    served.push(name);
    return leave;
  };
  const [third, fourth] = [waiter("third"), waiter("fourth")];
  expect(await places.take("fetches", never)).toBeUndefined();
  second?.();
  second?.();
  const give = await third;
  expect(served).toEqual(["third"]);
  first?.();
  await fourth;
  expect(served).toEqual(["third", "fourth"]);
  give?.();
  expect(await places.take("fetches", never)).toBeTypeOf("function");
});

it("forgets who went away while waiting", async () => {
  const places = createPackPlaces({ fetches: 1, pushes: 1, waiting: 1 });
  const give = await places.take("pushes", never);
  const gone = new AbortController();
  const waiting = places.take("pushes", gone.signal);
  gone.abort();
  expect(await waiting).toBeUndefined();
  const next = places.take("pushes", never);
  give?.();
  expect(await next).toBeTypeOf("function");
});
