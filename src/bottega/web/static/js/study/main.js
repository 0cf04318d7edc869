// The page of a study.
import { get, reasonOf } from "../api.js";
import { part } from "./elements.js";
import { Page } from "./page.js";
import { downloads } from "./taking.js";

const id = part("study").dataset.study ?? "";

downloads(part("menu"));
try {
  new Page(await get(`/api/studies/${id}`));
} catch (error) {
  part("says").textContent = reasonOf(error);
  throw error;
}
