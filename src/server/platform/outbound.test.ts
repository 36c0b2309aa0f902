import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { isPublicAddress, privateAddressCode, publicAgents, publicLookup, type Resolve } from "./outbound.ts";

const privateAddresses = [
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
  "192.31.196.1",
  "192.52.193.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.175.48.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "254.255.255.255",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:0:8.8.8.8",
  "0:0:0:0:0:ffff:7f00:0001",
  "64:ff9b::127.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b::168.63.129.16",
  "64:ff9b:0:0:0:0:a00:1",
  "64:ff9b:1::1",
  "64:ff9b:1::8.8.8.8",
  "64:ff9b:0:0:1::8.8.8.8",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:1::1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:30::1",
  "2001:1ff:ffff::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:808:808::1",
  "2620:4f:8000::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "8000::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "febf::1",
  "ff02::1",
  "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "0x7f000001",
  "2130706433",
  "127.1",
  "0177.0.0.1",
  "127.0.0.1/8",
  " 8.8.8.8",
  "example.com",
  "",
];
const publicAddresses = [
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "223.255.255.255",
  "2001:200::1",
  "2001:db7::1",
  "2003::1",
  "2606:4700::1111",
  "2606:4700:0:0:0:0:0:1111",
  "2a00:1450:4001:800::200e",
  "64:ff9b::8.8.8.8",
  "64:ff9b::101:101",
];

test.each(privateAddresses)("refuses %s", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
test.each(publicAddresses)("accepts %s", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const resolving =
  (...addresses: string[]): Resolve =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

function lookUp(resolve: Resolve, all: boolean) {
  return new Promise((fulfil, reject) => {
    publicLookup(resolve)("name.example", { all } as never, (error, address) =>
      error ? reject(error) : fulfil(address),
    );
  });
}

test.each([true, false])("refuses a name if any of its addresses is private (all: %s)", async (all) => {
  for (const address of privateAddresses.filter((value) => /^[\d:a-f.]+$/.test(value) && value !== "")) {
    for (const addresses of [[address], ["1.1.1.1", address], [address, "1.1.1.1"]]) {
      await expect(lookUp(resolving(...addresses), all), address).rejects.toMatchObject({ code: privateAddressCode });
    }
  }
  await expect(lookUp(resolving(), all)).rejects.toMatchObject({ code: privateAddressCode });
  await expect(lookUp((_host, _options, done) => done(new Error("none"), []), all)).rejects.toThrow("none");
  expect(await lookUp(resolving("1.1.1.1", "8.8.8.8"), all)).toEqual(
    all
      ? [
          { address: "1.1.1.1", family: 4 },
          { address: "8.8.8.8", family: 4 },
        ]
      : "1.1.1.1",
  );
});

test("checks the address of each connection anew", async () => {
  const handler = vi.fn();
  const server = http.createServer(handler).listen(0, "127.0.0.1");
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
  expect(handler).not.toHaveBeenCalled();
  server.close();
});
