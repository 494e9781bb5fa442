/** The words of the chat come from Django, as JSON in the page; "{name}" in them is filled here. */
export function makeTranslate(strings) {
  return (name, values = {}) => {
    const text = strings[name] ?? name;
    return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
  };
}
