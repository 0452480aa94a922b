"use strict";
// Dark or light: as the system has it, or as was chosen.

const dark = window.matchMedia ? matchMedia("(prefers-color-scheme: dark)") : { matches: false, addEventListener() {} };
let chosenTheme = null;
const theme = () => chosenTheme || (dark.matches ? "dark" : "light");
function applyTheme() {
  document.documentElement.dataset.theme = theme();
  const button = document.getElementById("theme");
  if (button) button.textContent = theme() === "dark" ? "Light" : "Dark";
}
function toggleTheme() {
  chosenTheme = theme() === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("clew-theme", chosenTheme);
  } catch {
    /* a file may have no storage */
  }
  applyTheme();
}
try {
  chosenTheme = localStorage.getItem("clew-theme");
} catch {
  /* as above */
}
dark.addEventListener("change", applyTheme);
