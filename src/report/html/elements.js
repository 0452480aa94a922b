"use strict";
// What the pages of clew share: elements, and numbers as text. Data is only ever put into a page as text.

// h("p.soft", {id: "x"}, "text", child …): an element; children that are null are left out.
function h(what, attributes, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(2).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeText = (text) => String(text).replace(/[&<>"']/g, (c) => escapes[c]);
const many = (n, one, more) => `${n.toLocaleString("en")} ${n === 1 ? one : more || one + "s"}`;
const seconds = (s) =>
  (s >= 100 ? s.toFixed(0) : s >= 1 ? s.toFixed(1) : s >= 0.1 ? s.toFixed(2) : s.toFixed(3)) + " s";
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
const announce = (text) => {
  document.getElementById("live").textContent = text;
};
