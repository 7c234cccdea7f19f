import { main } from "./main";

/** Entry point of the commands. */
void main(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
