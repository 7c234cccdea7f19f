import { main } from "./main";

/** The entry of the commands: runs the one that the command line names. */
void main(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
