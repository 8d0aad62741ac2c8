// What is laid out badly: words that are broken inside, and boxes that cut what is in them.
const found = [];
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth) found.push(`the page scrolls sideways: ${root.scrollWidth} > ${root.clientWidth}`);
const about = element => element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);

// A long address must be broken somewhere; a short word never, but behind a sign in it.
const LONGEST = 24;
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const range = document.createRange();
for (let text; (text = texts.nextNode());) {
  const parent = text.parentElement;
  if (parent.closest('script, .visually-hidden, pre') || !parent.checkVisibility()) continue;
  for (const word of text.data.matchAll(/\S+/g)) {
    if (word[0].length > LONGEST) continue;
    for (const part of word[0].matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(text, word.index + part.index);
      range.setEnd(text, word.index + part.index + part[0].length);
      const lines = new Set([...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top)));
      if (lines.size > 1) found.push(`broken: ${part[0]} in "${about(parent)}"`);
    }
  }
}

// Code scrolls inside itself, and so do fields and the tables of guides.
for (const element of document.querySelectorAll('header *, main *')) {
  if (element.matches('pre, input, select, textarea, .guide .table-wrap, .visually-hidden, .visually-hidden *, svg *')) continue;
  const style = getComputedStyle(element);
  if (!element.checkVisibility() || style.overflowX === 'visible' || style.clipPath !== 'none') continue;
  if (element.scrollWidth > element.clientWidth)
    found.push(`cut at ${element.clientWidth} of ${element.scrollWidth}: "${about(element)}"`);
}
return found;
