import { describe, expect, it } from "vitest";
import { assertFilled, createPort, createPorts } from "./ports.ts";

describe("a port", () => {
  it("calls what it is filled with, also where it was handed in before", () => {
    const port = createPort<(name: string, times: number) => string>("greeting");
    const { use } = port;
    port.fill((name, times) => `${name} `.repeat(times));
    expect(use("Mai", 2)).toBe("Mai Mai ");
  });

  it("can't be used before it is filled", () => {
    const port = createPort<() => void>("greeting");
    expect(() => port.use()).toThrow("the port greeting is empty");
  });

  it("is filled once", () => {
    const port = createPort<() => string>("greeting");
    port.fill(() => "a");
    expect(() => port.fill(() => "b")).toThrow("the port greeting is filled twice");
    expect(port.use()).toBe("a");
  });
});

describe("the ports of the app", () => {
  it.each(
    Object.keys(createPorts()) as (keyof ReturnType<typeof createPorts>)[],
  )("%s is missed by its name", (name) => {
    const ports = createPorts();
    for (const [other, port] of Object.entries(ports)) if (other !== name) port.fill(() => Promise.resolve() as never);
    expect(() => assertFilled(ports)).toThrow(`the port ${name} is empty`);
    ports[name].fill(() => Promise.resolve() as never);
    expect(() => assertFilled(ports)).not.toThrow();
  });
});
