// Rewrites the texts of the page in a pseudo language: every vowel has an accent and is doubled, so English is about a
// third longer. Data stays, which is what is isolated, code, a time, or a guide.
const pseudo = text => text.replace(/[aeiouy]/gi, vowel => (vowel + '\u0301').normalize('NFC').repeat(2));
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text; (text = texts.nextNode());) {
  if (!text.parentElement.closest('bdi, code, pre, time, script, [lang]:not(html)')) text.data = pseudo(text.data);
}
for (const cell of document.querySelectorAll('[data-label]')) cell.dataset.label = pseudo(cell.dataset.label);
for (const field of document.querySelectorAll('[placeholder]')) field.placeholder = pseudo(field.placeholder);
return document.body.textContent;
