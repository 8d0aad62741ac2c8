// Comfort on top of pages that work without it: "Copy" buttons, times by the browser's clock, and files that are dropped.
"use strict";
const texts = document.documentElement.dataset;
// The server knows no time zones, so it is told how many minutes this clock is ahead of UTC. It counts from the next page.
const secure = location.protocol === "https:" ? "; secure" : "";
document.cookie = `catalog-zone=${-new Date().getTimezoneOffset()}; path=/; max-age=31536000; samesite=lax${secure}`;
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
    navigator.clipboard.writeText(text).then(() => show(texts.copied), () => show(texts.notCopied));
  } else {
    getSelection().selectAllChildren(source);
    if (source.select) source.select();
    show(document.execCommand("copy") ? texts.copied : texts.press);
  }
});
// A form is sent once, until its page is shown again: the answer to the first of two may be shown this once only.
const sentForms = new Set();
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post") return;
  if (sentForms.has(event.target)) event.preventDefault();
  sentForms.add(event.target);
});
addEventListener("pageshow", () => sentForms.clear());
// The first letter of a search adds an entry to the history, and later ones replace it: Back leads to where typing began.
document.addEventListener("htmx:beforeHistoryUpdate", (event) => {
  if (location.pathname === "/portal/search") event.detail.history.type = "replace";
});
// A search that fails leaves no results of an earlier text: the page of its error follows, or that there was no answer.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.pathInfo.requestPath === "/portal/search") event.detail.shouldSwap = true;
});
document.addEventListener("htmx:sendError", (event) => {
  if (event.target.type !== "search") return;
  const problem = document.createElement("p");
  problem.className = "notice notice-error";
  problem.setAttribute("role", "alert");
  problem.textContent = texts.noAnswer;
  document.getElementById("content").replaceChildren(problem);
});
// The menu of administrators closes when something else is used.
const menu = document.querySelector(".site-menu");
if (menu) {
  const close = (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  };
  document.addEventListener("click", close);
  document.addEventListener("focusin", close);
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
// How long until another attempt, and that it is over.
for (const wait of document.querySelectorAll("[data-seconds]")) {
  const end = Date.now() + 1000 * wait.dataset.seconds;
  const count = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left <= 0) {
      wait.parentElement.textContent = wait.dataset.over;
      clearInterval(timer);
    } else {
      wait.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  };
  const timer = setInterval(count, 1000);
  count();
}
// Files to send: one can be dropped on the form; how much of it was sent, and how fast, is shown, and it can be stopped.
for (const form of document.querySelectorAll("form[data-upload]")) {
  const file = form.querySelector("input[type=file]");
  const sent = form.querySelector(".upload-progress");
  const problem = form.querySelector("[role=alert]");
  const button = form.querySelector("[type=submit]");
  const stop = sent.querySelector("button");
  const number = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const mebibytes = (bytes) => number.format(bytes / 1048576);
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) file.files = event.dataTransfer.files;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = new XMLHttpRequest();
    const begun = performance.now();
    const fail = (text) => {
      problem.textContent = text;
      problem.hidden = false;
      sent.hidden = true;
      button.disabled = false;
    };
    problem.hidden = true;
    sent.hidden = false;
    button.disabled = true;
    request.upload.addEventListener("progress", (progress) => {
      if (!progress.lengthComputable) return;
      const seconds = Math.max((performance.now() - begun) / 1000, 0.001);
      const amounts = { sent: progress.loaded, total: progress.total, rate: progress.loaded / seconds };
      sent.querySelector("progress").value = progress.loaded / progress.total;
      sent.querySelector("output").value = form.dataset.amount.replace(/\[(\w+)\]/g, (_, name) => mebibytes(amounts[name]));
    });
    stop.onclick = () => request.abort();
    request.addEventListener("abort", () => fail(form.dataset.stopped));
    request.addEventListener("error", () => fail(form.dataset.cutOff));
    request.addEventListener("load", () => {
      if (request.status === 200) return location.assign(request.responseURL);
      const page = new DOMParser().parseFromString(request.responseText, "text/html");
      fail(page.querySelector("main")?.innerText.trim() || form.dataset.cutOff);
    });
    request.open("POST", form.action);
    request.send(new FormData(form));
  });
}
// Without JavaScript these buttons would do nothing, so they are hidden until now.
document.documentElement.classList.add("has-script");
