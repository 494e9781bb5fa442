/** The theme switch: "auto" follows the system. The server reads the cookie, so the next page does not flash. */
const YEAR = 60 * 60 * 24 * 365;

export function followTheme(root) {
  showChoice(root);
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice]");
    if (!button) return;
    chooseTheme(button.dataset.themeChoice);
    showChoice(root);
  });
}

export function chooseTheme(choice) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  if (choice === "auto") {
    delete document.documentElement.dataset.theme;
    document.cookie = `theme=; path=/; max-age=0; samesite=lax${secure}`;
    return;
  }
  document.documentElement.dataset.theme = choice;
  document.cookie = `theme=${choice}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}

function showChoice(root) {
  const current = document.documentElement.dataset.theme || "auto";
  for (const button of root.querySelectorAll("[data-theme-choice]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === current));
  }
}
