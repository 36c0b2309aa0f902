/** Every path that is no page. */
import { data } from "react-router";
import { NotFound } from "./not-found-state.tsx";
import { pageTitle } from "./pages.ts";

export function loader() {
  return data(null, { status: 404 });
}

export function clientLoader() {
  return null;
}

export function meta() {
  return [{ title: pageTitle("Trang không tồn tại") }, { name: "robots", content: "noindex" }];
}

export default NotFound;
