// Settles the theme before anything is painted. A plain script in the head: modules would come too late.
// @ts-check
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");

  function settle() {
    const chosen = root.dataset.choice ?? "auto";
    const found = contrast.matches ? "contrast" : dark.matches ? "dark" : "warm";
    const theme = chosen === "auto" ? found : chosen;
    if (root.dataset.theme === theme) return;
    root.dataset.theme = theme;
    document.dispatchEvent(new Event("themechange"));
  }

  settle();
  dark.addEventListener("change", settle);
  contrast.addEventListener("change", settle);
  new MutationObserver(settle).observe(root, { attributeFilter: ["data-choice"] });
})();
