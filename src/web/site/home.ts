/** Home leads to the library until it has a page of its own. */
import { redirect } from "react-router";
import { pages } from "./pages.ts";

export function loader() {
  return redirect(pages.songs.path);
}

export function clientLoader() {
  return redirect(pages.songs.path);
}
