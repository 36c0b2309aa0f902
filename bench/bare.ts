/**
 * The servers for comparison: a bare Fastify that sends a constant buffer, @fastify/static, and a bare Node stream.
 * `node bench/bare.ts PORT STREAM_PORT BODY_FILE AUDIO_FILE`.
 */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import Fastify from "fastify";

const [port = "", streamPort = "", bodyFile = "", file = ""] = process.argv.slice(2);
const body = readFileSync(bodyFile);
const app = Fastify();
await app.register(fastifyStatic, { root: path.dirname(file), prefix: "/static/" });
app.get("/list", (_request, reply) => {
  reply.header("content-type", "application/json; charset=utf-8").send(body);
});
await app.listen({ port: Number(port) });

const { size } = statSync(file);
createServer((_request, response) => {
  response.writeHead(200, { "content-type": "audio/mpeg", "content-length": size });
  createReadStream(file).pipe(response);
}).listen(Number(streamPort), "127.0.0.1");
