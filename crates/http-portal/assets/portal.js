// Comfort on top of pages that work without it: "Copy" buttons.
"use strict";
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  if (!source) return;
  const text = source.value === undefined ? source.textContent : source.value;
  const label = button.textContent;
  const show = (result) => {
    button.textContent = result;
    setTimeout(() => { button.textContent = label; }, 2000);
  };
  // Browsers have a clipboard on secure origins only; elsewhere the text is selected for the keyboard.
  if (navigator.clipboard) {
    navigator.clipboard.writeText(text).then(() => show("Copied"), () => show("Not copied"));
  } else {
    getSelection().selectAllChildren(source);
    if (source.select) source.select();
    show(document.execCommand("copy") ? "Copied" : "Press Ctrl+C");
  }
});
// Without JavaScript these buttons would do nothing, so they are hidden until now.
document.documentElement.classList.add("has-script");
