// window.keyOf: a name without what spellings differ in, as `folded` in scoring/folded_names.py has it. Of the window,
// as what is joined into one file can import no name.

const LETTERS = { đ: "d", ð: "d", ł: "l", ø: "o", æ: "ae", œ: "oe", þ: "th", ħ: "h", ŧ: "t", ı: "i", ß: "ss", ς: "σ" };

window.keyOf = (name) => {
  const lower = name.normalize("NFKD").toLowerCase().replace(/[\p{M}'’‘`´ʼ′]/gu, "");
  const plain = lower.replace(/[^a-z]/g, (letter) => LETTERS[letter] ?? letter);
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
};
