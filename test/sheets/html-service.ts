/** A fake of Google's HtmlService over the project's files, by their names without `.html`. */
export function createHtmlService(files: Readonly<Record<string, string>>) {
  const output = (content: string) => {
    let title = "";
    const it = {
      setTitle: (text: string) => ((title = text), it),
      getTitle: () => title,
      getContent: () => content,
    };
    return it;
  };
  return {
    createHtmlOutput: (html: string) => output(html),
    createHtmlOutputFromFile: (name: string) => {
      const content = files[name];
      if (content === undefined) throw new Error(`No HTML file named ${name} was found.`);
      return output(content);
    },
  };
}
