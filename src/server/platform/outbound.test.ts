import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { isPublicAddress, privateAddressCode, publicAgents, publicLookup, type Resolve } from "./outbound.ts";

const notPublic = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::127.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "example.com",
  "",
];
const onTheInternet = [
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00:1450:4001:800::200e",
  "64:ff9b::8.8.8.8",
  "64:ff9b::101:101",
];

test.each(notPublic)("%s is not on the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
test.each(onTheInternet)("%s is on the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const resolving =
  (...addresses: string[]): Resolve =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

function lookedUp(resolve: Resolve, all: boolean) {
  return new Promise((fulfil, reject) => {
    publicLookup(resolve)("name.example", { all } as never, (error, address) =>
      error ? reject(error) : fulfil(address),
    );
  });
}

test.each([true, false])("a name that leads to any private address is refused (all: %s)", async (all) => {
  for (const address of notPublic.filter((value) => /^[\d:a-f.]+$/.test(value) && value !== "")) {
    for (const addresses of [[address], ["1.1.1.1", address], [address, "1.1.1.1"]]) {
      await expect(lookedUp(resolving(...addresses), all), address).rejects.toMatchObject({ code: privateAddressCode });
    }
  }
  await expect(lookedUp(resolving(), all)).rejects.toMatchObject({ code: privateAddressCode });
  await expect(lookedUp((_host, _options, done) => done(new Error("none"), []), all)).rejects.toThrow("none");
  expect(await lookedUp(resolving("1.1.1.1", "8.8.8.8"), all)).toEqual(
    all
      ? [
          { address: "1.1.1.1", family: 4 },
          { address: "8.8.8.8", family: 4 },
        ]
      : "1.1.1.1",
  );
});

test("the address is looked at for each connection, so a name that changes its mind gains nothing", async () => {
  const asked = vi.fn();
  const server = http.createServer(asked).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let resolved = 0;
  const agents = publicAgents((host, options, done) => {
    resolved += 1;
    resolving("127.0.0.1")(host, options, done);
  });
  const request = (host: string) =>
    new Promise((fulfil, reject) => {
      http.get({ host, port, agent: agents.http }, fulfil).on("error", reject);
    });
  for (const host of ["name.example", "name.example", "127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    await expect(request(host), host).rejects.toMatchObject({ code: privateAddressCode });
  }
  expect(resolved).toBe(2);
  expect(asked).not.toHaveBeenCalled();
  server.close();
});
