/** `npm run check`: types, lint and format of the whole project. Runs all steps; fails when one does. */
import { install } from "./install.mjs";
import { fail, runBin } from "./prepare.mjs";

await install();
const steps = [
  ["types of the routes", "react-router", ["typegen"]],
  ["types", "tsc", ["--noEmit", "-p", "."]],
  ["lint", "oxlint", ["--type-aware", "--deny-warnings"]],
  ["format", "biome", ["check"]],
];
const failed = steps.filter(([title, bin, args]) => {
  process.stdout.write(`\n${title}: ${bin} ${args.join(" ")}\n`);
  return runBin(bin, args) !== 0;
});
if (failed.length > 0) fail(`Not in order: ${failed.map(([title]) => title).join(", ")}`);
process.stdout.write("\nTypes, lint and format are in order.\n");
