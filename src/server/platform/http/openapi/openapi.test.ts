import { createHash } from "node:crypto";
import type { OpenAPIV3_1 as OpenApi } from "openapi-types";
import { describe, expect, it } from "vitest";
import { type ApiKey, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { isVersioned } from "#contract/version.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { describeAccess, errorsOf, operationOf } from "./openapi.ts";

const keys = Object.keys(api) as ApiKey[];

async function documentOf(app: TestApp): Promise<OpenApi.Document> {
  const reply = await app.send("GET /api/openapi.json");
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["content-type"]).toContain("application/json");
  return reply.json() as OpenApi.Document;
}

/** Every `$ref` of a document. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [inner] : references(inner),
  );
}

/** Every object within a value. */
function objectsOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsOf)];
}

describe("the OpenAPI document", () => {
  it("holds exactly the endpoints of the contract", async () => {
    const document = await documentOf(await testApp("sqlite"));
    const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual([...keys].toSorted());
  });

  it("is a valid OpenAPI 3.1 document", async () => {
    const document = await documentOf(await testApp("sqlite"));
    expect(document.openapi).toBe("3.1.0");
    expect(document.info).toMatchObject({ title: "Ngân Nga", version: expect.any(String) });
    for (const reference of references(document)) {
      const [, ...steps] = reference.split("/");
      const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
      expect(found, reference).toBeTypeOf("object");
    }
    const named = new Set(references(document).map((reference) => reference.split("/").at(-1)));
    expect(Object.keys(document.components?.schemas ?? {}).toSorted()).toEqual([...named].toSorted());
    const ids = keys.map((key) => operationOf(document, key)?.operationId);
    expect(new Set(ids).size).toBe(keys.length);
    for (const key of keys) {
      const operation = operationOf(document, key);
      const parameters = (operation?.parameters ?? []) as OpenApi.ParameterObject[];
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(key.match(/\{\w+\}/g) ?? []);
      expect(
        inPath.every((parameter) => parameter.required),
        key,
      ).toBe(true);
      for (const response of Object.values(operation?.responses ?? {})) {
        expect((response as OpenApi.ResponseObject).description, key).toMatch(/\p{L}/u);
        expect((response as OpenApi.ResponseObject).description, key).not.toBe("Default Response");
      }
    }
  });

  it("says where its endpoints are, and under which licence", async () => {
    const { servers, info } = await documentOf(await testApp("sqlite"));
    expect(servers).toEqual([{ url: "/" }]);
    expect(info.license).toEqual({ name: "UNLICENSED", identifier: "LicenseRef-UNLICENSED" });
    const app = await testApp("sqlite", { PUBLIC_URL: "https://nghe.example" });
    expect((await documentOf(app)).servers).toEqual([{ url: "https://nghe.example" }]);
  });

  it("names the properties of each map with known keys", async () => {
    const document = await documentOf(await testApp("sqlite"));
    const all = objectsOf(document);
    expect(all.filter(({ propertyNames }) => Array.isArray((propertyNames as { enum?: unknown })?.enum))).toEqual([]);
    const untold = all.filter(({ type, required, properties = {} }) => {
      if (type !== "object" || !Array.isArray(required)) return false;
      return required.some((name) => !Object.hasOwn(properties as object, name as string));
    });
    expect(untold).toEqual([]);
  });

  it("states access, body types, errors and totals of each endpoint", async () => {
    const document = await documentOf(await testApp("sqlite"));
    for (const key of keys) {
      const endpoint: Endpoint = api[key];
      const operation = operationOf(document, key);
      expect(operation?.summary).toBe(endpoint.summary);
      expect(operation?.security, key).toEqual(describeAccess(endpoint).security);
      expect(operation?.description, key).toEqual(describeAccess(endpoint).description);
      const body = operation?.requestBody as OpenApi.RequestBodyObject | undefined;
      const types = {
        json: ["application/json"],
        form: ["application/x-www-form-urlencoded", "multipart/form-data"],
        multipart: ["multipart/form-data"],
      };
      expect(Object.keys(body?.content ?? {}), key).toEqual(
        endpoint.body || endpoint.files ? types[endpoint.bodyType ?? "json"] : [],
      );
      const success = operation?.responses?.[String(endpoint.status ?? 200)] as OpenApi.ResponseObject;
      expect(success.headers?.["X-Total-Count"] !== undefined, key).toBe(endpoint.counted === true);
      const contentTypes = { events: "text/event-stream", download: endpoint.contentType, json: "application/json" };
      const [contentType] = Object.keys(success.content ?? {});
      expect(contentType, key).toBe(contentTypes[endpoint.replyType ?? "json"]);
      const errors = Object.entries(operation?.responses ?? {}).filter(([status]) => Number(status) >= 400);
      expect(errors.length, key).toBe(errorsOf(key).length);
      for (const [status, response] of errors) {
        const schema = (response as OpenApi.ResponseObject).content?.["application/json"]?.schema;
        const error = { $ref: "#/components/schemas/Error" };
        if (status !== "409" || !isVersioned(endpoint)) expect(schema, key).toEqual(error);
        else {
          const record = success.content?.["application/json"]?.schema;
          const properties = { current: expect.objectContaining(record ?? {}), changed_by: expect.anything() };
          expect(schema, key).toEqual({ allOf: [error, { type: "object", properties }] });
        }
      }
    }
    expect(errorsOf("POST /api/user/login")).toEqual([
      "unauthenticated",
      "forbidden",
      "too_large",
      "unsupported_type",
      "invalid",
      "rate_limited",
    ]);
    expect(errorsOf("GET /api/health")).toEqual([]);
    expect(errorsOf("GET /api/bank-config")).toEqual(["not_found"]);
    expect(errorsOf("GET /api/premium-orders/export/file")).toContain("forbidden");
    const upload = operationOf(document, "POST /api/admin/upload-audio")?.requestBody as OpenApi.RequestBodyObject;
    expect(upload.content["multipart/form-data"]?.schema).toMatchObject({
      properties: { audio_file: { type: "string", format: "binary", description: "Tối đa 100 MB" } },
      required: ["audio_file"],
    });
  });
});

describe("the access of an endpoint", () => {
  it("is told by the kinds of token that open it, by the roles in words, and by the confirmation that it needs", () => {
    expect(describeAccess({ access: "public" })).toEqual({ security: [] });
    expect(describeAccess({ access: ["user"] })).toEqual({
      security: [{ user: [] }],
      description: "Dành cho người dùng.",
    });
    expect(describeAccess({ access: ["supervisor", "staff", "admin", "accountant"], confirmed: true })).toEqual({
      security: [{ staff: [] }, { admin: [] }],
      description:
        "Dành cho nhân viên giám sát, nhân viên, quản trị viên, kế toán. Cần xác nhận lại mật khẩu ngay trước đó (`POST /api/account/confirmation`).",
    });
  });

  it("names the header of the confirmation where it is needed", async () => {
    const document = await documentOf(await testApp("sqlite"));
    const headers = (key: ApiKey) =>
      (operationOf(document, key)?.parameters ?? [])
        .map((each) => each as OpenApi.ParameterObject)
        .filter((each) => each.in === "header")
        .map(({ name, required = false }) => [name, required]);
    expect(headers("PUT /api/bank-config/{id}")).toEqual([["X-Confirmation", true]]);
    expect(headers("PUT /api/admin/staff/{id}")).toEqual([["X-Confirmation", false]]);
    expect(headers("GET /api/bank-config")).toEqual([]);
  });
});

describe("the reference page", () => {
  it("lists every endpoint, in Vietnamese, without scripts, under a policy for its own style alone", async () => {
    const app = await testApp("sqlite");
    const reply = await app.send("GET /api/docs/");
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["content-type"]).toContain("text/html");
    expect(reply.body).toContain('<html lang="vi">');
    expect(reply.body).not.toMatch(/<script|\son\w+=|\sstyle=/);
    for (const key of keys) {
      const [method = "", path = ""] = key.split(" ");
      expect(reply.body).toContain(`<b class="${method.toLowerCase()}">${method}</b> <code>${path}</code>`);
    }
    const style = reply.body.match(/<style>([\s\S]*?)<\/style>/)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(reply.headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}'`);
    expect(reply.headers["content-security-policy"]).toContain("default-src 'none'");
    const targets = [...reply.body.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]);
    expect(targets.length).toBeGreaterThan(10);
    for (const target of targets) expect(reply.body, target).toContain(`id="${target}"`);
  });
});
